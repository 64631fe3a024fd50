const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `90s`, `15m`, `24h`, `7d` or `0` in milliseconds; null in any other form. */
export function parseDuration(text: string): number | null {
  if (text.trim() === '0') return 0;
  const match = /^(\d{1,6})(s|m|h|d)$/.exec(text.trim().toLowerCase());
  return match ? Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS] : null;
}
