import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_WINNING_PERCENT, winningYears } from '../../src/core/calendar/market';
import { symbolRecord } from '../../src/core/detection/columns';
import { type DetectionRequest, planDetection } from '../../src/core/detection/plan';
import type { LoadedSymbol } from '../../src/engine/snapshot';
import { ROOT } from './server';

/** The times of the reference in C, and its result for comparison. */
export interface ReferenceResult {
  /** Milliseconds of each round. */
  readonly taken: readonly number[];
  /** Sums over the symbols of the best Sharpe ratio of their longs and of their shorts. */
  readonly sharpe: { readonly long: number; readonly short: number };
}

/** scripts/bench/reference.c, compiled with `cc`, and its input. */
export class Reference {
  private readonly folder = mkdtempSync(join(tmpdir(), 'reference-'));
  private readonly program = join(this.folder, 'reference');
  private readonly data = join(this.folder, 'columns');

  /** @throws Error without a C compiler */
  constructor(symbols: readonly LoadedSymbol[], request: DetectionRequest) {
    execFileSync('cc', ['-O3', '-march=native', '-o', this.program, join(ROOT, 'scripts/bench/reference.c'), '-lm']);
    writeFileSync(this.data, columnsFor(symbols, request));
  }

  run(rounds: number): ReferenceResult {
    const output = execFileSync(this.program, [this.data, String(rounds)], { encoding: 'utf8' });
    const lines = output.trim().split('\n');
    const [long, short] = lines[rounds].split(' ').map(Number);
    return { taken: lines.slice(0, rounds).map(Number), sharpe: { long, short } };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The file that reference.c reads. */
function columnsFor(symbols: readonly LoadedSymbol[], request: DetectionRequest): Buffer {
  const { segments, occurrences } = planDetection(request);
  const { entries, years, minHold, maxHold } = request;
  if (segments[entries.length] !== entries.length)
    throw new RangeError('the reference supports only one lookback per entry');
  const winners = winningYears(DEFAULT_WINNING_PERCENT, years);
  const header = Int32Array.of(symbols.length, entries.length, years, minHold, maxHold, winners, ...occurrences);
  const parts = symbols.flatMap(({ columns, index }) => {
    const { start, firstDay, lastDay } = symbolRecord(columns, index);
    const days = lastDay - firstDay + 1;
    const slip = new Uint8Array(Math.ceil(days / 8) * 8);
    slip.set(columns.slip.subarray(start, start + days));
    return [bytesOf(Int32Array.of(firstDay, days)), bytesOf(columns.close.slice(start, start + days)), slip];
  });
  return Buffer.concat([bytesOf(header), ...parts]);
}

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
