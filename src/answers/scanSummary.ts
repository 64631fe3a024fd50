import { type Day, toIso } from '../core/calendar/dates';
import type { Output } from '../operation';
import { percent } from './phrases';
import type { PatternCard } from './shapes';
import { chanceOfCards } from './significance';

export interface ScannedMarket {
  readonly id: string;
  /** Null without prices. */
  readonly lastBar: Day | null;
  /** Whether its prices are too old for an order ticket (METHOD 1). */
  readonly isOld: boolean;
  /** Sessions that are over and that it has no bar of. */
  readonly sessionsBehind: number | null;
}

/** Sessions that prices may end early without a word: a late provider, a weekend with a holiday. */
const UNSAID_SESSIONS = 3;

/** What a summary says of a card. */
export type SummaryCard = Pick<
  PatternCard,
  'symbol' | 'direction' | 'setup' | 'edge_score' | 'bias' | 'significance'
> & {
  readonly stats: Pick<PatternCard['stats'], 'avg_return_pct'>;
  readonly receipts: Pick<PatternCard['receipts'], 'wins' | 'years_tested'>;
};

export function summaryCard({
  symbol,
  direction,
  setup,
  edge_score,
  bias,
  significance,
  stats: { avg_return_pct },
  receipts: { wins, years_tested },
}: PatternCard): SummaryCard {
  const of = { symbol, direction, setup, edge_score, bias, significance };
  return { ...of, stats: { avg_return_pct }, receipts: { wins, years_tested } };
}

export interface SummaryInput {
  /** The cards shown, ranked. */
  readonly cards: readonly SummaryCard[];
  /** Every row that qualified, shown or not. */
  readonly found: number;
  /** The candidates that could qualify and all there were; absent when every one could. */
  readonly pool?: { readonly verified: number; readonly found: number };
  /** Whether a chance was bound that is not known of any row yet, so that none could qualify. */
  readonly awaitsLuck?: boolean;
  /** `YYYY-MM-DD..YYYY-MM-DD` */
  readonly window: string;
  readonly rankBy: string;
  readonly marketsScanned: readonly ScannedMarket[];
  readonly marketFailures: readonly string[];
  readonly evidenceFailures: number;
}

/** The one-line lead of a scan (SPEC 4.1 `summary`): how much was found, what leads, and what is wrong with the data. */
export function scanSummary(input: SummaryInput): string {
  const luck = input.awaitsLuck ? [AWAITS_LUCK] : chanceOfCards(input.cards);
  return [foundSentence(input), ...leaderSentence(input), ...luck, ...dataSentences(input)].join(' ');
}

const AWAITS_LUCK =
  'What luck alone finds in this search is not known yet, and what is not known satisfies no max_p_symbol or ' +
  'max_p_search: ask again later, or without them.';

function foundSentence({ found, pool, cards, window }: SummaryInput): string {
  const isPart = pool !== undefined && pool.found > pool.verified;
  const among = isPart ? ` of the ${pool.verified} verified of ${pool.found} found` : '';
  if (found === 0) return `No setup qualifies in ${window}${among}.`;
  const shown = cards.length === found ? '' : `, ${cards.length} shown`;
  const searched = `${found === 1 ? 'It' : 'Each'} is the best window of its symbol and direction.`;
  return `${found} ${found === 1 ? 'setup qualifies' : 'setups qualify'} in ${window}${among}${shown}. ${searched}`;
}

function leaderSentence({ cards, rankBy }: SummaryInput): string[] {
  if (cards.length === 0) return [];
  const { symbol, direction, setup, receipts, stats, edge_score, bias } = cards[0];
  const neutral = cards.every((card) => card.bias === 'neutral') ? ' Every card shown is neutral.' : '';
  return [
    `First by ${rankBy}: ${symbol} ${direction} ${setup.entry_date} to ${setup.exit_date}, won ${receipts.wins} of ` +
      `${receipts.years_tested}, average ${percent(stats.avg_return_pct)}, edge score ${edge_score}, ${bias}.${neutral}`,
  ];
}

function dataSentences({ marketsScanned, marketFailures, evidenceFailures }: SummaryInput): string[] {
  const sentences: string[] = [];
  for (const { id, lastBar, isOld, sessionsBehind } of marketsScanned) {
    if (lastBar === null) sentences.push(`Market ${id} holds no prices.`);
    else if (isOld) {
      sentences.push(`Prices of market ${id} are old: they end on ${toIso(lastBar)}.`);
    } else if (sessionsBehind !== null && sessionsBehind > UNSAID_SESSIONS) {
      const missing = `${sessionsBehind} sessions since are missing`;
      sentences.push(`Prices of market ${id} end on ${toIso(lastBar)}: ${missing}.`);
    }
  }
  if (marketFailures.length > 0) sentences.push(`Incomplete: no answer from market ${marketFailures.join(', ')}.`);
  if (evidenceFailures > 0)
    sentences.push(
      `Incomplete: ${evidenceFailures} ${evidenceFailures === 1 ? 'candidate' : 'candidates'} could not be verified.`,
    );
  return sentences;
}

type Body = Output<'scanMarkets'>;

/** What the answer of a scan is made of beside its cards. */
export interface ScanAnswerParts {
  readonly generatedAt: string;
  readonly summary: SummaryInput;
  /** Members before the cards and after them, as they are published. */
  readonly facts: Omit<Body, 'generated_at' | 'summary' | 'opportunities' | keyof Notes>;
  readonly notes: Notes;
}

type Notes = Pick<Body, 'markets_note' | 'lookback_note' | 'disclaimer' | 'as_of' | 'data_age_note'>;

/** The answer of GET /scan (SPEC 4.1) without its cards, which are written by themselves. */
export function scanAnswer({ generatedAt, summary, facts, notes }: ScanAnswerParts): Body {
  return { generated_at: generatedAt, summary: scanSummary(summary), ...facts, opportunities: [], ...notes };
}
