import type { Market } from '../../core/calendar/market';
import type { Flag, Refusal } from '../../ingest/readings';
import type { FeedRun } from '../../storage/feeds';
import type { WaitingBars } from '../importConcerns';
import { counted, findingLines, shortened, waitingLine } from '../importReport';

/** Outcomes of a symbol, with their texts in the report. */
const OUTCOMES = {
  new: 'first prices',
  updated: 'new bars',
  restated: 'history replaced',
  unchanged: 'nothing new',
  late: 'no bar of the session yet',
  held: 'held back: npm run feeds -- review',
  vanished: 'unknown to the provider; its prices stay',
  failed: 'failed',
} as const;

export type Outcome = keyof typeof OUTCOMES;

export interface SymbolReport {
  readonly ticker: string;
  readonly outcome: Outcome;
  /** Number of new rows. */
  readonly rows: number;
  readonly detail: string;
  readonly refused: readonly Refusal[];
  readonly flags: readonly Flag[];
}

/** The result of one run of a feed. */
export interface FeedReport {
  /** The provider's name. */
  readonly provider: string;
  readonly market: Market;
  readonly symbols: readonly SymbolReport[];
  readonly run: FeedRun;
  /** Whether the run ended because the provider allows no more requests now (its daily limit, or 429). */
  readonly lacksRequests: boolean;
  readonly seconds: number;
  /** Number of simulated symbols removed: real and simulated prices are never stored together. */
  readonly simulatedGone: number;
}

/** Outcomes whose symbols the report lists: the others need no attention. */
const LISTED: readonly Outcome[] = ['failed', 'held', 'vanished', 'restated', 'late'];
const MOST_LINES = 12;

/**
 * What remains to be done after a run: nothing; the symbols that the provider's limits left over (`requests`); or something that
 * needs attention, because symbols failed, were held or vanished, or the run ended for another reason (`attention`).
 */
export function remainder({ run, lacksRequests }: Pick<FeedReport, 'run' | 'lacksRequests'>): Remainder {
  const { failed, held, vanished, left } = run;
  if (failed > 0 || held > 0 || vanished > 0) return 'attention';
  if (left === 0) return 'nothing';
  return lacksRequests ? 'requests' : 'attention';
}

export type Remainder = 'nothing' | 'requests' | 'attention';

/**
 * The summary of a run for a person, like that of an import.
 *
 * @param waiting bars of the market that are not served until more of its symbols have theirs
 */
export function formatFeedReport(
  { provider, market, symbols, run, seconds, simulatedGone }: FeedReport,
  waiting: WaitingBars | null,
): string {
  const head = `${provider}, market ${market.id} ${market.name}, through ${run.session}:`;
  if (run.due === 0) return `${head} nothing is due`;
  const files = symbols.map(({ ticker, refused, flags }) => ({ path: ticker, refused, flags }));
  return [
    head,
    ...LISTED.flatMap((outcome) => outcomeLines(outcome, symbols)),
    ...findingLines(files),
    ...waitingLine(waiting),
    ...(simulatedGone > 0
      ? [
          `The sandbox has ended: its ${counted(simulatedGone)} simulated symbols went; only real prices are served then.`,
        ]
      : []),
    ...(run.ended === null ? [] : [`It ended early: ${run.ended}`]),
    `${counted(run.due)} symbols: ${counted(run.updated)} updated (${counted(run.rows)} new rows), ${counted(run.unchanged)} as they ` +
      `were, ${counted(run.held)} held, ${counted(run.vanished)} vanished, ${counted(run.failed)} failed, ` +
      `${counted(run.left)} left for the next run, in ${seconds.toFixed(1)} s`,
  ].join('\n');
}

function outcomeLines(outcome: Outcome, symbols: readonly SymbolReport[]): string[] {
  const matching = symbols.filter((symbol) => symbol.outcome === outcome);
  if (matching.length === 0) return [];
  const lines = matching.map(({ ticker, detail }) => `    ${ticker}${detail === '' ? '' : `: ${detail}`}`);
  return [`  ${outcome} ${counted(matching.length)}: ${OUTCOMES[outcome]}`, ...shortened(lines, MOST_LINES, 'symbols')];
}
