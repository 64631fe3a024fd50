import type { Bars } from '../core/window/bars';

interface Entry {
  readonly key: string;
  readonly bars: Bars;
  readonly bytes: number;
}

/** Recently used bars by symbol, bounded by bytes: the least recently used go first. */
export class BarsCache {
  private readonly entries = new Map<number, Entry>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  /** @param key what the bars must have been stored under: another means that they are out of date */
  get(symbolId: number, key: string): Bars | undefined {
    const entry = this.entries.get(symbolId);
    if (entry?.key !== key) return undefined;
    // Iteration order of a Map is insertion order: moving to the end marks it as used.
    this.entries.delete(symbolId);
    this.entries.set(symbolId, entry);
    return entry.bars;
  }

  set(symbolId: number, key: string, bars: Bars): void {
    this.drop(symbolId);
    const bytes = bars.day.byteLength + 3 * bars.close.byteLength;
    this.entries.set(symbolId, { key, bars, bytes });
    this.bytes += bytes;
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.maxBytes || this.entries.size === 1) break;
      this.drop(oldest);
    }
  }

  private drop(symbolId: number): void {
    this.bytes -= this.entries.get(symbolId)?.bytes ?? 0;
    this.entries.delete(symbolId);
  }
}
