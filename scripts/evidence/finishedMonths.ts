import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ForwardMonth } from '../../src/core/evidence/forwardResult';

/** Completed months, one JSON line each, so that an interrupted walk-forward run can resume. */
export interface FinishedMonths {
  readonly file: string;
  readonly months: ReadonlyMap<string, ForwardMonth>;
  add(month: ForwardMonth): void;
}

/**
 * Opens the file of months over the same data and settings, whose hash is its name.
 *
 * @param basis everything that a month's rows depend on
 */
export function finishedMonths(folder: string, name: string, basis: object): FinishedMonths {
  const hash = createHash('sha256').update(JSON.stringify(basis)).digest('hex').slice(0, 12);
  const file = join(folder, `${name}-months-${hash}.jsonl`);
  const months = new Map<string, ForwardMonth>();
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  for (const month of lines.flatMap(readMonth)) months.set(month.month, month);
  // A truncated last line must not join the next one.
  writeFileSync(`${file}.new`, [...months.values()].map((month) => `${JSON.stringify(month)}\n`).join(''));
  renameSync(`${file}.new`, file);
  return {
    file,
    months,
    add(month) {
      months.set(month.month, month);
      appendFileSync(file, `${JSON.stringify(month)}\n`);
    },
  };
}

/** Parses a line; empty for a truncated one. */
function readMonth(line: string): ForwardMonth[] {
  try {
    const month: ForwardMonth = JSON.parse(line);
    return Array.isArray(month.rows) ? [month] : [];
  } catch {
    return [];
  }
}
