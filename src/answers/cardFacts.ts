import { P_LEVELS, type Significance } from '../core/significance/significance';
import { binomialTail } from '../core/statistics/intervals';
import { type Edge, type EdgeCap, NEUTRAL, type NeutralReason, neutralReasons } from '../core/window/edge';
import { capital, percent, plural } from './phrases';
import type { PatternCard, Receipts } from './shapes';
import { shuffledMatches } from './significance';

/**
 * Inputs of a card's texts. Each text is a pure function of published values, so that it changes with its numbers; every
 * number in headline, verdict and copy_text is a field of the card or stands in its edge_basis.
 */
export interface CardFacts
  extends Pick<PatternCard, 'symbol' | 'direction' | 'bias' | 'setup' | 'significance' | 'stats' | 'receipts'> {
  readonly edge: Edge;
  readonly search: Search;
  readonly simulated: boolean;
  /** First session on or after the entry date and last one on or before the exit date, `Mon 2024-07-01`. */
  readonly sessions: { readonly entry: string; readonly exit: string };
  /** Whether the model of the card expects a negative return of the trade. */
  readonly modelExpectsLoss: boolean;
}

/** Origin of the window (METHOD 7): the best of a search, or named by the caller, and judged as the best of a search. */
export type Search =
  | {
      readonly kind: 'searched';
      /** Number of entry dates and of holds searched; each pair is a window. */
      readonly entries: number;
      readonly holds: number;
      /** Whether it is the best of either direction, rather than of its own. */
      readonly eitherDirection: boolean;
      /** Rank by detection among all candidates of a search of several symbols; null for one symbol's search. */
      readonly rank: { readonly position: number; readonly of: number } | null;
    }
  | {
      readonly kind: 'named';
      /** What the caller named; the best of the rest was found. */
      readonly part: 'window' | 'entry' | 'hold';
      /** Numbers of entry dates and holds of the search that may have found it. */
      readonly entries: number;
      readonly holds: number;
    };

/** `AAPL long Mon 2024-07-01 to Mon 2024-07-15` */
export function subject({ symbol, direction, sessions }: CardFacts): string {
  return `${symbol} ${direction} ${sessions.entry} to ${sessions.exit}`;
}

/** Years of the election cycle by their position, as the label of a lookback ends with them. */
const CYCLE_YEARS: Readonly<Record<string, string>> = {
  pe0: 'election ',
  pe1: 'post-election ',
  pe2: 'midterm ',
  pe3: 'pre-election ',
};

/** `9 of 10 years`, in a cycle `5 of 5 post-election years`. */
export function record({ receipts, stats }: Pick<CardFacts, 'receipts' | 'stats'>): string {
  const kind = CYCLE_YEARS[stats.years.split(' ')[1] ?? ''] ?? '';
  return `${receipts.wins} of ${plural(receipts.years_tested, `${kind}year`)}`;
}

/**
 * Probability of at least as many wins when any date wins with the baseline's share (METHOD 7), as if nothing had been
 * searched: `6.33%`; null when that share is not known.
 */
export function binomialChance({ receipts, edge }: CardFacts): string | null {
  const { positiveShare } = edge.input.baseline;
  if (positiveShare === null) return null;
  const chance = 100 * binomialTail(receipts.wins, receipts.years_tested, positiveShare);
  return chance < 0.01 ? 'less than 0.01%' : `${chance.toFixed(2)}%`;
}

function tooFewWins({ wins, years_tested }: Receipts): string {
  return `${wins} of ${plural(years_tested, 'year')} won is below ${Math.round(100 * NEUTRAL.winRate)}%`;
}

function tooFewYears({ years_tested }: Receipts): string {
  return `${plural(years_tested, 'year')} tested ${years_tested === 1 ? 'is' : 'are'} fewer than ${NEUTRAL.years}`;
}

/** Why a score is held below 40, in words. */
export function capReason(cap: EdgeCap, { edge, stats, receipts }: CardFacts): string {
  const average = `average ${percent(stats.avg_return_pct)}`;
  switch (cap) {
    case 'years':
      return tooFewYears(receipts);
    case 'win_rate':
      return tooFewWins(receipts);
    case 'cost':
      return `${average} does not pay a round trip of ${NEUTRAL.cost.toFixed(2)}%`;
    case 'old_prices':
      return `prices of its market are ${plural(edge.input.daysBehind ?? 0, 'day')} old`;
    case 'out_of_band':
      return `${record({ receipts, stats })} won is below the ${edge.input.missedBandPercent}% of its market's detection band`;
    case 'baseline':
      return `${average} is no better than any date's ${percent(edge.input.baseline.mean ?? 0)}`;
  }
}

/** The headline of a card in at most 20 words: sessions, record, averages and edge score. */
export function headline(facts: CardFacts): string {
  const { stats, edge, bias } = facts;
  return (
    `${subject(facts)}: won ${record(facts)}, average ${percent(stats.avg_return_pct)}, ` +
    `median ${percent(stats.median_return_pct)}; edge ${edge.score}, ${bias}`
  );
}

/**
 * The verdict of a card in at most 35 words: what to conclude, the record, the worst year. A chance in it knows the search,
 * and stands beside that of the whole search (METHOD 7).
 */
export function verdict(facts: CardFacts): string {
  const { bias, receipts, modelExpectsLoss } = facts;
  const { worst_year: worst } = receipts;
  const model = modelExpectsLoss ? ' The model expects a loss.' : '';
  return (
    `${capital(bias)}: ${conclusion(facts)}. Won ${record(facts)}, worst ${percent(worst.return_pct)} in ${worst.year}.` +
    model
  );
}

/** Why the card has its bias: the first condition that makes it neutral, or the chance over shuffled calendars. */
function conclusion(facts: CardFacts): string {
  const { edge, receipts, significance, symbol } = facts;
  const { historical_win_rate: winRate, years_tested: yearsTested } = receipts;
  const reasons: readonly NeutralReason[] = neutralReasons(edge.score, { winRate, yearsTested });
  if (reasons.includes('years')) return tooFewYears(receipts);
  if (reasons.includes('win_rate')) return tooFewWins(receipts);
  const [cap] = edge.caps;
  if (cap !== undefined) return capReason(cap, facts);
  const matches = shuffledMatches(significance, symbol);
  if (matches === null) return unknownSignificance(edge.input.significance);
  // Rare matches alone read as a reason to trade.
  const isRare = (significance.p_symbol ?? 1) <= P_LEVELS.significant;
  return reasons.includes('edge') && isRare ? `edge ${edge.score} is too low, though ${matches}` : matches;
}

function unknownSignificance(judged: Significance | null): string {
  if (judged === null || judged.missing === null) return 'its significance is unknown';
  return judged.missing === 'pending' ? 'its significance is pending' : 'its significance is not computed';
}

export function copyText(facts: CardFacts): string {
  const { best_year: best, worst_year: worst, per_year: years } = facts.receipts;
  const [first, last] = [years[0].year, years[years.length - 1].year];
  return (
    `${subject(facts)}: won ${record(facts)} (${first === last ? first : `${first} to ${last}`}), ` +
    `average ${percent(facts.stats.avg_return_pct)}, best ${percent(best.return_pct)} (${best.year}), ` +
    `worst ${percent(worst.return_pct)} (${worst.year}), edge score ${facts.edge.score}. ` +
    `${facts.simulated ? 'Simulated prices. ' : ''}Educational, not advice.`
  );
}

/** Label of the model, the lookback and the prices. */
export function sourceLabel(yearsLabel: string, priceLabel: string): string {
  return `Perennial seasonal windows, lookback ${yearsLabel}; prices: ${priceLabel}`;
}
