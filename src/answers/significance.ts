import { type Significance as Judged, P_LEVELS } from '../core/significance/significance';
import { round4, round4OrNull } from '../core/statistics/round';
import { share } from './phrases';
import type { Significance } from './shapes';

/** p-value above which a window counts as explained by chance. */
const EXPLAINED = 0.5;

/** The significance of a card that was published before p-values existed. */
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

/** The published `significance` block (METHOD 9). */
export function significanceBlock(judged: Judged): Significance {
  const { status, z, pWindow, pSymbol, pSearch, rotations, searched } = judged;
  const published = {
    status,
    z: round4OrNull(z),
    p_window: round4OrNull(pWindow),
    p_symbol: round4OrNull(pSymbol),
    p_search: round4OrNull(pSearch),
    rotations,
    searched,
  };
  return { ...published, reading: readingOf(published, judged.limited) };
}

/** The p-values in words. */
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

/** The p-value of a window for its headline. */
export function chanceInShort({ status, p_symbol, p_window }: Significance): string {
  const [name, p] = p_symbol === null ? ['p_window', p_window] : ['p_symbol', p_symbol];
  if (status === 'pending') return 'significance pending';
  if (p === null) return 'significance unknown';
  return p > EXPLAINED ? `explained by luck (${name} ${p})` : `${name} ${p}`;
}

/** Sentences on the cards with p_symbol of at most .05, the number expected by chance, and the lowest p_search (METHOD 9). */
export function chanceOfCards(
  cards: readonly { readonly symbol: string; readonly significance: Significance }[],
): string[] {
  if (cards.length === 0) return [];
  const judged = cards.filter(({ significance }) => significance.p_symbol !== null);
  if (judged.length === 0) {
    const isPending = cards.some(({ significance }) => significance.status === 'pending');
    return isPending ? ['What luck alone finds in this search is not known yet.'] : [];
  }
  const beating = judged.filter(({ significance }) => (significance.p_symbol ?? 1) <= P_LEVELS.significant).length;
  const [{ significance }] = judged;
  const best = judged.reduce((least, card) => Math.min(least, card.significance.p_search ?? 1), 1);
  const { symbols } = significance.searched;
  const byChance = round4(P_LEVELS.significant * symbols);
  return [
    `${beating} of ${cards.length} shown beat luck (p_symbol at most ${P_LEVELS.significant}); luck alone gives ${byChance} of the ` +
      `${symbols} symbols searched one. Of the best, p_search is ${best}.`,
  ];
}

function tries(p: number): string {
  return `${share(p)} of tries`;
}
