import { type Day, toIso } from '../core/calendar/dates';
import { FEWEST_PEERS } from '../core/cameTrue/settledWindows';
import {
  type CameTrue,
  expectedExcess,
  FEWEST_MONTHS,
  HOLD_BANDS,
  type MonthSums,
  NORMAL_80,
  type Share,
  STUDIED_HOLDS,
  shareAsOf,
  sharesByDecade,
} from '../core/cameTrue/share';
import { SHOWN_YEARS } from '../core/cameTrue/study';
import {
  type Significance as Judged,
  type MissingNull,
  P_LEVELS,
  type SymbolsCalled,
} from '../core/significance/significance';
import { round4, round4OrNull } from '../core/statistics/round';
import { percent, plural } from './phrases';
import type { CameTrueMarket, CameTrue as Published, Significance } from './shapes';

/** The significance of a card that was published before p-values existed. */
export const UNKNOWN: Judged = {
  status: 'not_applicable',
  z: null,
  pWindow: null,
  pSymbol: null,
  pSearch: null,
  qSymbol: null,
  rotations: 0,
  searched: { from: null, to: null, windows: 1, symbols: 1 },
  missing: null,
  named: false,
};

/** The published `significance` block (METHOD 9). */
export function significanceBlock(judged: Judged): Significance {
  const { status, z, pWindow, pSymbol, pSearch, qSymbol, rotations, searched } = judged;
  const published = {
    status,
    z: round4OrNull(z),
    p_window: round4OrNull(pWindow),
    p_symbol: round4OrNull(pSymbol),
    p_search: round4OrNull(pSearch),
    q_symbol: round4OrNull(qSymbol),
    rotations,
    searched: {
      ...(searched.from === null ? {} : { from: toIso(searched.from) }),
      ...(searched.to === null ? {} : { to: toIso(searched.to) }),
      windows: searched.windows,
      symbols: searched.symbols,
    },
  };
  return { ...published, reading: readingOf(published, judged) };
}

/** The p-values in words: those of the search and, for a named window, the p-value of the window alone. */
function readingOf(published: Omit<Significance, 'reading'>, { missing, named }: Judged): string {
  const { p_window: ofWindow, p_symbol: ofSymbol } = published;
  const adjusted = adjustedReading(published, missing);
  return named && ofWindow !== null && ofSymbol !== null
    ? `${adjusted} Had it been named before looking: ${tries(ofWindow)}.`
    : adjusted;
}

/** Why p-values are not known. */
const MISSING: Record<MissingNull, string> = {
  pending: 'Significance is still being computed; ask again in some seconds.',
  limited:
    "Significance is not computed: your plan's searches of this hour are used up, or it does not reach a market searched.",
  off: 'Significance is not computed: this service is set up without it.',
};

/** Why a filter by p-values left rows out. */
export function filterReading(missing: MissingNull): string {
  return `${MISSING[missing]} A p-value that is not known satisfies no max_p_symbol or max_p_search.`;
}

/** The p-values that know the search, in a sentence. @param missing why they are pending; null when they are not */
export function adjustedReading(
  { status, p_symbol: ofSymbol, p_search: ofSearch, searched }: Omit<Significance, 'reading'>,
  missing: MissingNull | null,
): string {
  if (status === 'not_applicable') return 'No significance: too few years or prices to compare with.';
  if (ofSymbol === null) return MISSING[missing ?? 'pending'];
  const ofAll = ofSearch === null || searched.symbols === 1 ? '' : `, ${tries(ofSearch)} for all`;
  return `Shuffled calendars match it in ${tries(ofSymbol)} for this symbol${ofAll}.`;
}

/**
 * How often shuffled calendars match a window, for its verdict: by the search of its symbol, and by the whole search where
 * that is known (METHOD 7). Null while significance is not known.
 */
export function shuffledMatches({ p_symbol, p_search, searched }: Significance, symbol: string): string | null {
  if (p_symbol === null) return null;
  const overall = p_search === null || searched.symbols === 1 ? '' : ` for ${symbol}, ${tries(p_search)} overall`;
  return `shuffled calendars match it in ${tries(p_symbol)}${overall}`;
}

/**
 * Sentences on the symbols searched that have a window with p_symbol of at most .05, the number that shuffled calendars give,
 * the cards among them, and the lowest p_search (METHOD 7).
 *
 * @param called null when not known: only the cards are then counted
 */
export function chanceOfCards(
  cards: readonly { readonly symbol: string; readonly significance: Significance }[],
  called: SymbolsCalled | null = null,
): string[] {
  if (cards.length === 0) return called === null || called.symbols === 0 ? [] : [`${calledSentence(called)}.`];
  const judged = cards.filter(({ significance }) => significance.p_symbol !== null);
  if (judged.length === 0) {
    const pending = cards.find(({ significance }) => significance.status === 'pending');
    return pending === undefined ? [] : [pending.significance.reading];
  }
  const beating = judged.filter(({ significance }) => (significance.p_symbol ?? 1) <= P_LEVELS.significant).length;
  const [{ significance }] = judged;
  const best = judged.reduce((least, card) => Math.min(least, card.significance.p_search ?? 1), 1);
  const { symbols } = significance.searched;
  if (called !== null) {
    return [`${calledSentence(called)}; ${amongShown(beating, cards.length)}. The lowest p_search shown is ${best}.`];
  }
  return [
    `${beating} of the ${cards.length} shown have p_symbol at most ${P_LEVELS.significant}; ${plural(symbols, 'symbol')} ` +
      `${symbols === 1 ? 'was' : 'were'} searched. The lowest p_search is ${best}.`,
  ];
}

function amongShown(beating: number, shown: number): string {
  if (shown === 1) return `the card shown is ${beating === 1 ? 'such a' : 'no such'} window`;
  if (beating === 0) return `none of the ${shown} cards shown is such a window`;
  return `${beating} of the ${shown} cards shown ${beating === 1 ? 'is such a window' : 'are such windows'}`;
}

function calledSentence({ called, symbols, byChance: { mean, low, high } }: SymbolsCalled): string {
  return (
    `${called} of ${plural(symbols, 'symbol')} ${called === 1 ? 'has' : 'have'} a window with p_symbol at most ` +
    `${P_LEVELS.significant}; shuffled calendars give ${Math.round(mean)} (${low} to ${high})`
  );
}

/** `47 of 100`; closer to none or all of them `3 of 1,000`, `996 of 1,000`. */
function tries(p: number): string {
  return p < 0.01 || (p > 0.99 && p < 1) ? `${Math.round(1000 * p)} of 1,000` : `${Math.round(100 * p)} of 100`;
}

/** What came true in a market by hold and decade (METHOD 10). Null with fewer than 60 months in every decade. */
export function cameTrueMarket(
  { market, name, dataVersion }: { readonly market: string; readonly name: string; readonly dataVersion: string },
  months: readonly (readonly MonthSums[])[],
  asOf: Day,
): CameTrueMarket | null {
  const shares = HOLD_BANDS.flatMap(({ from, to, studied }, band) =>
    sharesByDecade(months[band], asOf).map((decade) => ({
      min_hold: from,
      max_hold: to,
      studied_hold: studied,
      from_year: decade.from,
      to_year: decade.to,
      ...published(decade.share),
    })),
  );
  return shares.length === 0
    ? null
    : { market, name, data_version: dataVersion, reading: reading(months, asOf), shares };
}

function published({ share, standardError, months }: Share) {
  return {
    share: round4(share),
    standard_error: round4(standardError),
    low: round4(share - NORMAL_80 * standardError),
    high: round4(share + NORMAL_80 * standardError),
    months,
  };
}

/** The shares of the last ten years in words. */
function reading(months: readonly (readonly MonthSums[])[], asOf: Day): string {
  const parts = HOLD_BANDS.flatMap(({ from, to }, band) => {
    const latest = shareAsOf(months[band], asOf);
    if (latest === null) return [];
    const { share, standardError } = latest;
    const [low, high] = [share - NORMAL_80 * standardError, share + NORMAL_80 * standardError].map(wholePercent);
    return [`${wholePercent(share)} % (${low} to ${high}) for holds of ${from} to ${to} days`];
  });
  return parts.length === 0
    ? `The last ten years have fewer than ${FEWEST_MONTHS} months to measure.`
    : `Of what windows showed beyond their peers, this came true in the last ten years: ${parts.join(', ')}.`;
}

/** Adding 0 makes -0 a 0. */
function wholePercent(share: number): number {
  return Math.round(100 * share) + 0;
}

const NOT_APPLICABLE: Readonly<Record<Extract<CameTrue, { status: 'not_applicable' }>['reason'], string>> = {
  preset: 'What came true is measured for windows of fixed dates, not for named periods.',
  cycle: 'What came true is measured for consecutive years, not for a cycle.',
  hold: `What came true is measured for holds of ${STUDIED_HOLDS.min} to ${STUDIED_HOLDS.max} days.`,
  members: `What came true is measured in markets with at least ${FEWEST_PEERS} members.`,
  months: `The ten years before have fewer than ${FEWEST_MONTHS} months to measure what came true.`,
  years: `Fewer than ${SHOWN_YEARS.fewest} years of this window can be compared with its peers.`,
};

const WITHOUT_NUMBERS = {
  share: null,
  standard_error: null,
  months: null,
  shown_excess_pct: null,
  expected_excess_pct: null,
  low_pct: null,
  high_pct: null,
} as const;

/** The published `came_true` block (METHOD 10). */
export function cameTrueBlock(found: CameTrue): Published {
  const { status } = found;
  if (status === 'pending') {
    const reading = 'What came true in this market is still being measured; ask again in some minutes.';
    return { status, ...WITHOUT_NUMBERS, reading };
  }
  if (status === 'not_applicable') return { status, ...WITHOUT_NUMBERS, reading: NOT_APPLICABLE[found.reason] };
  const { share, shownPct } = found;
  const { low, high, standard_error, months } = published(share);
  const expected = expectedExcess(found);
  const reading =
    `Of what such windows showed beyond their peers, ${wholePercent(share.share)}% (${wholePercent(low)} to ` +
    `${wholePercent(high)}) came true in the last ten years: of ${percent(shownPct)} shown, ` +
    `${percent(expected.mean)} (${percent(expected.low)} to ${percent(expected.high)}).`;
  return {
    status,
    share: round4(share.share),
    standard_error,
    months,
    shown_excess_pct: round4(shownPct),
    expected_excess_pct: round4(expected.mean),
    low_pct: round4(expected.low),
    high_pct: round4(expected.high),
    reading,
  };
}
