/** Instants are stored as epoch milliseconds. */
export const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

export const millisOrNull = (date: Date | null | undefined): number | null => date?.getTime() ?? null;
