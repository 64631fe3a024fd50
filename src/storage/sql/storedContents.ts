import { contentHash } from './priceBlob';

/** A series as the data version counts it. */
export interface Content {
  readonly ticker: string;
  readonly hash: string;
}

/** A symbol, with or without a real series. */
interface ContentState {
  readonly ticker: string;
  readonly hash: string | null;
}

/** A symbol before and after a transaction; null where it is not there. */
export type ContentChange = readonly [before: ContentState | null, after: ContentState | null];

/** Hash over the tickers and contents of all series, which come by ticker. */
export function dataVersionOf(series: Iterable<Content>): string {
  let text = '';
  for (const { ticker, hash } of series) text += `${ticker} ${hash}\n`;
  return contentHash(text);
}

/** All series as of a revision. */
export interface ContentsKept {
  readonly revision: number;
  readonly series: readonly Content[];
}

/**
 * The data version after each transaction of one process. Hashing every series is cheap, reading them all for every
 * write is not: they are kept as this process left them, for as long as no other writes.
 */
export class StoredContents {
  private known: ContentsKept | null = null;

  /**
   * The data version at the end of a transaction.
   *
   * @param from revision it began at; `to` the one it ends at
   * @param changes of every symbol it changed; null where that is not known
   * @param all reads every series by ticker, inside the transaction
   * @returns what to keep once the transaction is stored
   */
  async after(
    from: number,
    to: number,
    changes: readonly ContentChange[] | null,
    all: () => Promise<readonly Content[]>,
  ): Promise<{ version: string; kept: ContentsKept }> {
    const isKnown = this.known?.revision === from && changes !== null;
    const series = isKnown ? changed(this.known!.series, changes) : await all();
    return { version: dataVersionOf(series), kept: { revision: to, series } };
  }

  /** What a stored transaction left. */
  keep(kept: ContentsKept): void {
    this.known = kept;
  }
}

function changed(known: readonly Content[], changes: readonly ContentChange[]): readonly Content[] {
  const byTicker = new Map(known.map((content) => [content.ticker, content]));
  for (const [before] of changes) if (before !== null) byTicker.delete(before.ticker);
  for (const [, after] of changes) {
    if (after?.hash) byTicker.set(after.ticker, { ticker: after.ticker, hash: after.hash });
  }
  return [...byTicker.values()].sort((a, b) => (a.ticker < b.ticker ? -1 : 1));
}
