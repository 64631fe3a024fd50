import { type Significance as Judged, LUCK } from '../core/significance/significance';
import { round4 } from '../core/statistics/round';
import { share } from './phrases';
import type { Significance } from './shapes';

/** Above it a window is explained by luck: most shuffled calendars give its symbol something as strong. */
const EXPLAINED = 0.5;

/** Of a card that was published before shuffled calendars were asked. */
export const UNKNOWN: Judged = {
  status: 'not_applicable',
  z: null,
  pWindow: null,
  pSymbol: null,
  pSearch: null,
  rotations: 0,
  searched: { windows: 1, symbols: 1 },
  limited: false,
};

/** METHOD 9 as answers publish it. */
export function significanceBlock(judged: Judged): Significance {
  const { status, z, pWindow, pSymbol, pSearch, rotations, searched } = judged;
  const published = {
    status,
    z: rounded(z),
    p_window: rounded(pWindow),
    p_symbol: rounded(pSymbol),
    p_search: rounded(pSearch),
    rotations,
    searched,
  };
  return { ...published, reading: readingOf(published, judged.limited) };
}

function rounded(value: number | null): number | null {
  return value === null ? null : round4(value);
}

/** The chances in words, each with its number. */
function readingOf(
  { status, p_window: ofWindow, p_symbol: ofSymbol, p_search: ofSearch, searched }: Omit<Significance, 'reading'>,
  limited: boolean,
): string {
  if (status === 'not_applicable' || ofWindow === null)
    return 'No significance: fewer than five years were observed, or there is nothing to compare with.';
  const alone = `Over shuffled calendars this very window is at least as strong in ${tries(ofWindow)}`;
  if (status === 'pending') {
    const why = limited
      ? 'is not computed, as the searches of your plan for this hour are used up'
      : 'is still being computed';
    return `What luck alone finds in the whole search ${why}. ${alone}, which says nothing of having searched.`;
  }
  if (ofSymbol === null || ofSearch === null) return `${alone}; it was named rather than searched for.`;
  if (searched.symbols === 1)
    return `A search like this over shuffled calendars finds something at least as strong in ${tries(ofSearch)}.`;
  return (
    `A search like this over shuffled calendars finds something at least as strong in ${tries(ofSearch)}; for this symbol ` +
    `alone in ${share(ofSymbol)}.`
  );
}

/** What a headline says of luck: the chance that the window was judged by. */
export function chanceInShort({ status, p_symbol, p_window }: Significance): string {
  const [name, p] = p_symbol === null ? ['p_window', p_window] : ['p_symbol', p_symbol];
  if (status === 'pending') return 'significance pending';
  if (p === null) return 'significance unknown';
  return p > EXPLAINED ? `explained by luck (${name} ${p})` : `${name} ${p}`;
}

/** How many of the cards shown beat luck, how many symbols luck alone would give, and what of the best (METHOD 9). */
export function chanceOfCards(
  cards: readonly { readonly symbol: string; readonly significance: Significance }[],
): string[] {
  if (cards.length === 0) return [];
  const known = cards.filter(({ significance }) => significance.p_symbol !== null);
  if (known.length === 0) {
    const awaited = cards.some(({ significance }) => significance.status === 'pending');
    return awaited ? ['What luck alone finds in this search is not known yet.'] : [];
  }
  const beating = known.filter(({ significance }) => (significance.p_symbol ?? 1) <= LUCK.beaten).length;
  const [{ significance }] = known;
  const best = known.reduce((least, card) => Math.min(least, card.significance.p_search ?? 1), 1);
  const { symbols } = significance.searched;
  const byChance = round4(LUCK.beaten * symbols);
  return [
    `${beating} of ${cards.length} shown beat luck (p_symbol at most ${LUCK.beaten}); luck alone gives ${byChance} of the ` +
      `${symbols} symbols searched one. Of the best, p_search is ${best}.`,
  ];
}

function tries(p: number): string {
  return `${share(p)} of tries`;
}
