import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ForwardMonth } from '../../src/core/evidence/forwardSummary';

/** Months that were walked before, one JSON line each, so that a walk that was stopped goes on where it was. */
export interface FinishedMonths {
  readonly file: string;
  readonly months: ReadonlyMap<string, ForwardMonth>;
  add(month: ForwardMonth): void;
}

/**
 * Opens the file of months that rest on the very same data and settings: its name is made of them.
 *
 * @param basis all that a month's rows depend on
 */
export function finishedMonths(folder: string, name: string, basis: object): FinishedMonths {
  const hash = createHash('sha256').update(JSON.stringify(basis)).digest('hex').slice(0, 12);
  const file = join(folder, `${name}-months-${hash}.jsonl`);
  const months = new Map<string, ForwardMonth>();
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  for (const month of lines.flatMap(readMonth)) months.set(month.month, month);
  // A line that was cut off must not run into the next one.
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

/** Nothing of a line that is no whole month. */
function readMonth(line: string): ForwardMonth[] {
  try {
    const month: ForwardMonth = JSON.parse(line);
    return Array.isArray(month.rows) ? [month] : [];
  } catch {
    return [];
  }
}
