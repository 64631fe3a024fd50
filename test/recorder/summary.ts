import { operations } from './project';
import type { Recorded } from './recording';

/** Counts by status, and by operation and status; lists operations that never answered 200. */
export function summaryOf(entries: readonly Recorded[]): string {
  const byStatus = countsOf(entries, ({ status }) => String(status));
  const byOperation = new Map<string, Recorded[]>();
  for (const entry of entries) byOperation.set(entry.operation, [...(byOperation.get(entry.operation) ?? []), entry]);
  const lines = operations.map(({ id }) => {
    const own = byOperation.get(id) ?? [];
    return `  ${id.padEnd(28)} ${String(own.length).padStart(4)}  ${shown(countsOf(own, ({ status }) => String(status)))}`;
  });
  const never = operations.filter(({ id }) => !byOperation.get(id)?.some(({ status }) => status === 200));
  return [
    `by status: ${shown(byStatus)}`,
    ...lines,
    `without a 200: ${never.map(({ id }) => id).join(', ') || 'none'}`,
  ].join('\n');
}

function countsOf<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return counts;
}

const shown = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ');
