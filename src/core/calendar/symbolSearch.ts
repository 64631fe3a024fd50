import { tickerKey } from './ticker';

interface Named {
  /** As stored: BRK-B, ^GSPC. */
  readonly symbol: string;
  readonly name: string;
}

/** 0 = equal ticker, 1 = ticker prefix, 2 = words that begin words, 3 = words anywhere. */
type Rank = 0 | 1 | 2 | 3;

/**
 * The symbols in which every word of a text occurs, in ticker or name, in any order, without regard to case, accents and
 * punctuation. Best rank first, equal ranks in their given order.
 *
 * @returns none for a text without letters and digits
 */
export function searchSymbols<T extends Named>(symbols: readonly T[], text: string): T[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const key = tickerKey(text);
  const ranked = symbols.flatMap((symbol) => {
    const rank = rankOf(symbol, key, words);
    return rank === null ? [] : [{ symbol, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ symbol }) => symbol);
}

/** Null when a word is missing. @param key ticker key of the whole text; null when it is not a ticker */
function rankOf({ symbol, name }: Named, key: string | null, words: readonly string[]): Rank | null {
  const ticker = tickerKey(symbol);
  if (key !== null && ticker === key) return 0;
  const searched = ` ${wordsOf(`${symbol} ${name}`).join(' ')}`;
  if (!words.every((word) => searched.includes(word))) return null;
  if (key !== null && ticker?.startsWith(key)) return 1;
  return words.every((word) => searched.includes(` ${word}`)) ? 2 : 3;
}

/** The words of a text in lower case without accents and punctuation: `Nestlé` is `nestle`. */
function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
