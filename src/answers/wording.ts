import { coinProbability } from '../core/statistics/coin';
import { type Bias, type NeutralReason, neutralReasons } from '../core/window/bias';
import { baselineShare, CONFIDENCE, type Edge, type EdgeCap, NEUTRAL } from '../core/window/edge';
import type { Direction } from '../core/window/window';
import type { CardStats, Receipts, Setup } from './shapes';
import type { Obstacle } from './ticket';

/**
 * The texts of a card. Each is a pure function of published values, so that none can stand unchanged when its numbers
 * change; every number in headline, verdict and copy_text is a field of the card or stands in its edge_basis.
 */
export interface CardFacts {
  readonly symbol: string;
  readonly direction: Direction;
  readonly bias: Bias;
  readonly setup: Setup;
  readonly edge: Edge;
  readonly stats: CardStats;
  readonly receipts: Receipts;
  readonly search: Search;
  readonly simulated: boolean;
}

/** How the window came to be looked at: found among `windows` others (null = uncounted), or named by the caller. */
export type Search = { readonly kind: 'searched'; readonly windows: number | null } | { readonly kind: 'named' };

export function headline(facts: CardFacts): string {
  const { stats, edge } = facts;
  return (
    `${subject(facts)}: won ${record(facts)}, average ${percent(stats.avg_return_pct)}, ` +
    `median ${percent(stats.median_return_pct)}, edge score ${edge.score}`
  );
}

/** One line of judgment: the bias and why, then what chance would have done, then the worst that happened. */
export function verdict(facts: CardFacts): string {
  const { bias, edge, receipts } = facts;
  const { worst_year: worst } = receipts;
  const lead =
    bias === 'neutral'
      ? `Neutral, as ${reasonsInWords(facts).join(' and ')}`
      : `${capital(bias)}, edge score ${edge.score}`;
  const anyDate = edge.input.baseline.positiveShare;
  const baseline = anyDate === null ? '' : ` where any date won ${share(anyDate)} of the time`;
  return (
    `${lead}: won ${record(facts)}${baseline}; a fair coin wins at least as often in ${coin(facts)} of tries; ` +
    `worst year ${worst.year} at ${percent(worst.return_pct)}.`
  );
}

export function copyText(facts: CardFacts): string {
  const { best_year: best, worst_year: worst, per_year: years } = facts.receipts;
  return (
    `${subject(facts)}: won ${record(facts)} (${years[0].year} to ${years[years.length - 1].year}), ` +
    `average ${percent(facts.stats.avg_return_pct)}, best ${percent(best.return_pct)} (${best.year}), ` +
    `worst ${percent(worst.return_pct)} (${worst.year}), edge score ${facts.edge.score}. ` +
    `${facts.simulated ? 'Simulated prices. ' : ''}Educational, not advice.`
  );
}

const NEUTRAL_RULE =
  `A setup is neutral below an edge score of ${NEUTRAL.edge}, below ${Math.round(100 * NEUTRAL.winRate)}% of years won, ` +
  `or with fewer than ${NEUTRAL.years} years tested.`;

/** What the score rests on, what it was measured against, and what it does not know (METHOD 6). */
export function edgeBasis(facts: CardFacts): string {
  const { edge, stats } = facts;
  const { neighbours } = edge.input;
  const around =
    neighbours === null
      ? 'No neighbouring window could be observed.'
      : `Windows entering up to 3 days and holding 5 days either way won ${share(neighbours)}.`;
  return [
    `Rests on ${record(facts)} won, a Sharpe ratio of ${stats.sharpe_ratio} less its standard error, the median against the ` +
      'average, and the neighbouring windows.',
    baselineSentence(facts),
    `A fair coin wins at least as often in ${coin(facts)} of tries.`,
    around,
    confidenceSentence(facts),
    ...modelSentence(edge.input.tilt),
    ...(edge.caps.length === 0
      ? []
      : [`Held below ${NEUTRAL.edge} because ${edge.caps.map((cap) => capReason(cap, facts)).join(' and ')}.`]),
    NEUTRAL_RULE,
  ].join(' ');
}

function baselineSentence({ edge }: CardFacts): string {
  const { positiveShare, mean, windows } = edge.input.baseline;
  if (positiveShare === null || mean === null) return 'What any date would have won is unknown and counted as 50%.';
  const used = baselineShare(positiveShare);
  const counted = used === positiveShare ? '' : `, counted as ${share(used)}`;
  return (
    `Any date of these years, with the same hold and direction, won ${share(positiveShare)}${counted} and made ` +
    `${percent(mean)} on average (${plural(windows, 'window')}).`
  );
}

function confidenceSentence({ edge, search }: CardFacts): string {
  const origin =
    search.kind === 'named'
      ? 'the window was named by the caller, not searched for'
      : `the window is the best of ${search.windows === null ? 'those' : `the ${plural(search.windows, 'window')}`} searched`;
  const cap = Math.round(100 * edge.confidence);
  const { significance } = edge.input;
  if (significance === null) return `Capped at ${cap} because its significance is not known; ${origin}.`;
  const measured = `p ${significance.p.toFixed(3)}, false-discovery rate ${significance.falseDiscoveryRate.toFixed(3)}`;
  if (edge.confidence === CONFIDENCE.falseDiscovery)
    return `Not capped: adjusted for the search, ${measured}; ${origin}.`;
  const failed = edge.confidence === CONFIDENCE.unproven ? 'it is not significant' : 'only its own test is passed';
  return `Capped at ${cap} because ${failed}: adjusted for the search, ${measured}; ${origin}.`;
}

function modelSentence(tilt: number): string[] {
  return tilt === 0 ? [] : [`The model moves the score by ${tilt > 0 ? '+' : ''}${tilt.toFixed(1)} points.`];
}

function capReason(cap: EdgeCap, { edge, stats, receipts }: CardFacts): string {
  const average = `the average of ${percent(stats.avg_return_pct)}`;
  switch (cap) {
    case 'years':
      return tooFewYears(receipts);
    case 'win_rate':
      return tooFewWins(receipts);
    case 'cost':
      return `${average} does not pay a round trip's cost of ${NEUTRAL.cost.toFixed(2)}%`;
    case 'baseline':
      return `${average} is no better than the ${percent(edge.input.baseline.mean ?? 0)} of any date`;
  }
}

/** The conditions of SPEC 2.2 that make a card neutral, in words. */
function reasonsInWords({ edge, receipts }: CardFacts): string[] {
  const { historical_win_rate: winRate, years_tested: yearsTested } = receipts;
  const words: Readonly<Record<NeutralReason, string>> = {
    edge: `the edge score ${edge.score} is below ${NEUTRAL.edge}`,
    win_rate: tooFewWins(receipts),
    years: tooFewYears(receipts),
  };
  return neutralReasons(edge.score, { winRate, yearsTested }).map((reason) => words[reason]);
}

function tooFewWins({ wins, years_tested }: Receipts): string {
  return `${wins} of ${plural(years_tested, 'year')} won is below ${Math.round(100 * NEUTRAL.winRate)}%`;
}

function tooFewYears({ years_tested }: Receipts): string {
  return `${plural(years_tested, 'year')} tested ${years_tested === 1 ? 'is' : 'are'} fewer than ${NEUTRAL.years}`;
}

export function framing({ receipts, direction }: CardFacts): string {
  return (
    `History, not a forecast: ${plural(receipts.years_tested, 'past year')} of one calendar window, known as of ` +
    `${receipts.as_of}, before costs${direction === 'short' ? ', borrow fees' : ''} and taxes. The next year is one more draw.`
  );
}

export function nextStepHeadline(
  facts: CardFacts,
  sessions: { entry: string; exit: string },
  obstacle: Obstacle | null,
): string {
  if (obstacle === 'past') return `No order ticket: the entry session ${sessions.entry} is past.`;
  if (obstacle === 'no_sessions') {
    return `No order ticket: ${facts.setup.entry_date} to ${facts.setup.exit_date} holds fewer than two sessions.`;
  }
  if (facts.bias === 'neutral') return 'No order ticket: the setup is neutral.';
  const side = facts.direction === 'long' ? 'BUY' : 'SELL';
  return `Order ticket: ${side} ${facts.symbol} on ${sessions.entry}, close the position on ${sessions.exit}.`;
}

export function reminderMessage(facts: CardFacts, sessions: { entry: string; exit: string }): string {
  const lead = facts.bias === 'neutral' ? 'neutral setup to look at again' : `${facts.direction} setup`;
  return `${facts.symbol}: ${lead}, entry ${sessions.entry}, exit ${sessions.exit}; won ${record(facts)}.`;
}

/** Label of the model, the lookback and the prices. */
export function sourceOf(yearsLabel: string, priceLabel: string): string {
  return `Perennial seasonal windows, lookback ${yearsLabel}; prices: ${priceLabel}`;
}

/** `AAPL long 2024-07-01 to 2024-07-15` */
function subject({ symbol, direction, setup }: CardFacts): string {
  return `${symbol} ${direction} ${setup.entry_date} to ${setup.exit_date}`;
}

/** `9 of 10 years` */
function record({ receipts }: CardFacts): string {
  return `${receipts.wins} of ${plural(receipts.years_tested, 'year')}`;
}

function coin({ receipts }: CardFacts): string {
  const probability = 100 * coinProbability(receipts.wins, receipts.years_tested);
  return probability < 0.01 ? 'less than 0.01%' : `${probability.toFixed(2)}%`;
}

/** `+3.57%`, `-0.92%`, and `0.00%` for what rounds to nothing. */
export function percent(value: number): string {
  const text = Math.abs(value).toFixed(2);
  if (text === '0.00') return `${text}%`;
  return `${value < 0 ? '-' : '+'}${text}%`;
}

/** A share of 0..1 as `58.3%`. */
function share(value: number): string {
  return `${(100 * value).toFixed(1)}%`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function capital(word: string): string {
  return word[0].toUpperCase() + word.slice(1);
}
