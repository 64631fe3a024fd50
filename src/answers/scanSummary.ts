import { type Day, fromIso, toIso } from '../core/calendar/dates';
import type { MissingNull, SymbolsCalled } from '../core/significance/significance';
import type { Output } from '../operation';
import { type EndedSymbols, endedSentence, holdsNoPrices, NO_PRICES, percent, weekdayDate } from './phrases';
import type { PatternCard } from './shapes';
import { chanceOfCards, filterReading } from './significance';

/** Instead of "no setup qualifies", which nobody has looked for. */
const NOTHING_SCANNED = 'No market was scanned: markets_note or lookback_note says why.';

interface ScannedMarket {
  readonly id: string;
  /** Null without prices. */
  readonly lastBar: Day | null;
  /** Whether its prices are too old for an order ticket (METHOD 1). */
  readonly isOld: boolean;
  /** Number of completed sessions without a bar. */
  readonly sessionsBehind: number | null;
  /** Null unless most of its symbols ended while others went on. */
  readonly ended: EndedSymbols | null;
}

/** Missing sessions up to which the summary says nothing: a late provider, a weekend with a holiday. */
const TOLERATED_SESSIONS = 3;

/** The fields of a card that a summary uses. */
export type SummaryCard = Pick<
  PatternCard,
  'symbol' | 'direction' | 'setup' | 'edge_score' | 'bias' | 'significance' | 'stats' | 'ml'
> & { readonly receipts: Pick<PatternCard['receipts'], 'wins' | 'years_tested'> };

export function summaryCard(card: PatternCard): SummaryCard {
  const { symbol, direction, setup, edge_score, bias, significance, stats, ml, receipts } = card;
  const { wins, years_tested } = receipts;
  return { symbol, direction, setup, edge_score, bias, significance, stats, ml, receipts: { wins, years_tested } };
}

export interface SummaryInput {
  /** The cards shown, ranked. */
  readonly cards: readonly SummaryCard[];
  /** Number of rows that qualified, shown or not. */
  readonly found: number;
  /** How many of the cards shown are of the pool: they are ranked, and the others follow in the order of detection. */
  readonly ofPool: number;
  /** Numbers of verified candidates and of all candidates; absent when all were verified. */
  readonly pool?: { readonly verified: number; readonly found: number };
  /** Null when not known. */
  readonly symbolsCalled: SymbolsCalled | null;
  /** Why the p-values are not known that the scan filters by, so that no row could qualify; null when they are. */
  readonly missingNull?: MissingNull | null;
  /** `YYYY-MM-DD..YYYY-MM-DD` */
  readonly window: string;
  readonly rankBy: string;
  /** Whether the allowance, or the time, did not reach the prediction of some setup. */
  readonly mlCapped?: boolean;
  readonly marketsScanned: readonly ScannedMarket[];
  /** Ids of those that have no session in the window, so that nothing could be found. */
  readonly withoutSession: readonly string[];
  /** Whether the service has no prices at all. */
  readonly isEmpty: boolean;
  readonly marketFailures: readonly string[];
  readonly evidenceFailures: number;
}

/** The `summary` of a scan (SPEC 4.1): number of setups, the first one, p-values and faults of the data. */
export function scanSummary(requested: SummaryInput): string {
  if (requested.marketsScanned.length === 0 && requested.marketFailures.length === 0) return NOTHING_SCANNED;
  const isUnpredicted = requested.rankBy === 'ml' && requested.cards[0]?.ml === null;
  // Without predictions the ties of METHOD 5 decide, of which the Sharpe ratio is the first.
  const input = isUnpredicted ? { ...requested, rankBy: 'sharpe' } : requested;
  const chance = input.missingNull
    ? [filterReading(input.missingNull)]
    : chanceOfCards(input.cards, input.symbolsCalled);
  const order = orderSentence(input);
  return [
    foundSentence(input),
    ...predictionsSentence(requested, isUnpredicted),
    ...order,
    ...leaderSentence(input),
    ...chance,
    ...dataSentences(input),
  ].join(' ');
}

function foundSentence({ found, pool, cards, window }: SummaryInput): string {
  const isPart = pool !== undefined && pool.found > pool.verified;
  const among = isPart ? ` of the ${pool.verified} verified of ${pool.found} found` : '';
  if (found === 0) return `No setup qualifies in ${window}${among}.`;
  const shown = cards.length === found ? '' : `, ${cards.length} shown`;
  const searched = `${found === 1 ? 'It' : 'Each'} is the best window of its symbol and direction.`;
  return `${found} ${found === 1 ? 'setup qualifies' : 'setups qualify'} in ${window}${among}${shown}. ${searched}`;
}

function predictionsSentence({ rankBy, mlCapped }: SummaryInput, isUnpredicted: boolean): string[] {
  if (isUnpredicted) return ['No ranked card has a prediction: they are ranked by sharpe instead.'];
  return rankBy === 'ml' && mlCapped ? ['Predictions did not reach every setup; those without one come last.'] : [];
}

function orderSentence({ cards, ofPool, rankBy }: SummaryInput): string[] {
  if (cards.length <= ofPool) return [];
  return [`The first ${ofPool} are ranked by ${rankBy}; those after them (past_pool) follow in order of detection.`];
}

function leaderSentence({ cards, rankBy }: SummaryInput): string[] {
  if (cards.length === 0) return [];
  const { symbol, direction, setup, receipts, stats, edge_score, bias } = cards[0];
  const neutral = cards.every((card) => card.bias === 'neutral') ? ' Every card shown is neutral.' : '';
  const entry = weekdayDate(fromIso(setup.entry_session ?? setup.entry_date));
  const exit = weekdayDate(fromIso(setup.exit_session ?? setup.exit_date));
  return [
    `First by ${rankBy}: ${symbol} ${direction} ${entry} to ${exit}, won ${receipts.wins} of ` +
      `${receipts.years_tested}, average ${percent(stats.avg_return_pct)}, edge score ${edge_score}, ${bias}.${neutral}`,
  ];
}

function dataSentences(input: SummaryInput): string[] {
  const { marketsScanned, withoutSession, isEmpty, marketFailures, evidenceFailures } = input;
  if (isEmpty) return [NO_PRICES];
  const sentences: string[] = [];
  if (withoutSession.length > 0)
    sentences.push(`No session of market ${withoutSession.join(', ')} lies in the window.`);
  for (const { id, lastBar, isOld, sessionsBehind, ended } of marketsScanned) {
    if (lastBar === null) sentences.push(holdsNoPrices(id));
    else if (isOld) {
      sentences.push(`Prices of market ${id} are old: they end on ${toIso(lastBar)}.`);
    } else if (sessionsBehind !== null && sessionsBehind > TOLERATED_SESSIONS) {
      const missing = `${sessionsBehind} sessions since are missing`;
      sentences.push(`Prices of market ${id} end on ${toIso(lastBar)}: ${missing}.`);
    }
    if (ended !== null) sentences.push(endedSentence(`market ${id}`, ended));
  }
  if (marketFailures.length > 0) sentences.push(`Incomplete: no answer from market ${marketFailures.join(', ')}.`);
  if (evidenceFailures > 0)
    sentences.push(
      `Incomplete: ${evidenceFailures} ${evidenceFailures === 1 ? 'candidate' : 'candidates'} could not be verified.`,
    );
  return sentences;
}

type Body = Output<'scanMarkets'>;

/** The inputs of the answer of a scan, without its cards. */
export interface ScanAnswerParts {
  readonly generatedAt: string;
  readonly summary: SummaryInput;
  /** Published members before the cards and after them. */
  readonly facts: Omit<Body, 'generated_at' | 'summary' | 'opportunities' | keyof Notes>;
  readonly notes: Notes;
}

type Notes = Pick<Body, 'markets_note' | 'lookback_note' | 'disclaimer' | 'as_of' | 'data_age_note'>;

/** The answer of GET /scan (SPEC 4.1) with an empty list of cards, which are written separately. */
export function scanAnswer({ generatedAt, summary, facts, notes }: ScanAnswerParts): Body {
  return { generated_at: generatedAt, summary: scanSummary(summary), ...facts, opportunities: [], ...notes };
}
