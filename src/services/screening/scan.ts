import type { ScanAnswerParts, SummaryCard } from '../../answers/scanSummary';
import { toIsoOrNull } from '../../core/calendar/dates';
import { DEFAULT_WINNING_PERCENT, winningYears } from '../../core/calendar/market';
import { lastSessionBefore } from '../../core/calendar/marketSessions';
import { type DateRange, printRange } from '../../core/calendar/scanWindow';
import { partsOf } from '../../core/parts';
import { isEmpty } from '../../engine/snapshot';
import type { WrittenCards } from '../../engine/tasks/cards';
import { upstreamUnavailable } from '../../errors';
import type { Answer, Asker, Input } from '../../operation';
import { closingFields, endedSymbols, marketAge, sessionsBehind } from '../markets/dataAge';
import { cardInput, chartInput } from './cards';
import type { Screening, ServiceDeps } from './deps';
import { ageThrough, requireScan, type ScanQuestion, scanQuestion } from './question';
import type { ScanCore } from './results';
import { scanCore } from './scanCore';
import { type ScanPage, scanPage } from './scanPage';
import { writeAnswer } from './written';

/**
 * The best windows of markets, ranked, as cards (SPEC 4.1).
 *
 * @throws invalid_request, forbidden when none of the requested markets is in scope, scan_busy while prices are being loaded,
 *   upstream_unavailable when no market could answer
 */
export async function scan(
  deps: ServiceDeps,
  input: Input<'scanMarkets'>,
  asker: Asker,
): Promise<Answer<'scanMarkets'>> {
  const { caller, format } = asker;
  const requested = scanQuestion(input);
  // Tables are built from lean cards, which hold every column.
  const question = format === 'json' ? requested : { ...requested, view: 'decision' as const, withChart: false };
  const { inBand, range, ...notes } = requireScan(deps, caller, question);
  const query = { markets: inBand, range, question };
  // The scan has its own time budget and shows what it found by then, so only a closed connection aborts it.
  const scanAsker = { ...asker, signal: asker.gone };
  const core = await scanCore(deps.screening, query, caller, scanAsker);
  if (core.marketFailures.length > 0 && core.marketFailures.length === inBand.length) {
    throw upstreamUnavailable(`no answer from markets ${core.marketFailures.join(', ')}`);
  }
  const page = await scanPage(deps, core, question, asker);
  const result: ScanResult = { core, page, range, ...notes };
  return page.reserved.show(async () => {
    const cards = await writtenCards(deps.screening, question, result, scanAsker);
    const parts = answerParts(
      deps,
      question,
      result,
      cards.flatMap(({ summaries }) => summaries),
    );
    const faults = cards.find((batch) => batch.faults !== null)?.faults ?? null;
    const rows = { texts: cards.map(({ text }) => text), faults };
    return writeAnswer(deps.screening.engine, 'scanMarkets', parts, scanAsker, rows);
  });
}

/** Cards per task: about 8 ms of a thread. */
const CARD_BATCH = 64;

function writtenCards(
  { engine, clock }: Screening,
  { view, withChart }: ScanQuestion,
  { core: { today }, page: { rows, ofPool, reserved } }: ScanResult,
  { account, signal, format }: Asker,
): Promise<WrittenCards[]> {
  const cards = rows.map((row, i) =>
    cardInput(row, {
      rank: i + 1,
      ml: reserved.outcomes[i],
      today,
      openFrom: clock.firstOpenDay(row.market.calendar),
      pastPool: i < ofPool ? undefined : true,
    }),
  );
  const chart = withChart && rows.length > 0 ? chartInput(rows[0]) : null;
  const tasks = partsOf(cards, CARD_BATCH).map((batch, i) =>
    engine.run('cards', { cards: batch, chart: i === 0 ? chart : null, view, format }, { account, signal }),
  );
  return Promise.all(tasks);
}

/** The result of a scan for one caller. */
interface ScanResult {
  readonly core: ScanCore;
  readonly page: ScanPage;
  readonly range: DateRange;
  readonly marketsNote?: string;
  readonly lookbackNote?: string;
}

function answerParts(
  { screening, tiers }: ServiceDeps,
  question: ScanQuestion,
  result: ScanResult,
  cards: readonly SummaryCard[],
): ScanAnswerParts {
  const { core, page, range, marketsNote, lookbackNote } = result;
  const window = printRange(range);
  const through = ageThrough(range, core.today);
  const { rows, reserved } = page;
  const evidenceFailures = core.evidenceFailures + page.failures;
  const shown = rows.length;
  return {
    generatedAt: screening.clock.now().toISOString(),
    summary: {
      cards,
      found: page.qualified,
      ofPool: page.ofPool,
      ...(page.filtered ? { pool: { verified: page.evaluated, found: core.ranked.length } } : {}),
      symbolsCalled: core.symbolsCalled,
      missingNull: page.missingNull,
      window,
      rankBy: question.rankBy,
      mlCapped: page.mlCapped,
      marketsScanned: core.scanned.map((prices) => ({
        id: prices.market.id,
        lastBar: prices.asOf === null ? null : lastSessionBefore(prices.sessions, through + 1),
        isOld: marketAge(screening, prices, through) !== null,
        sessionsBehind: sessionsBehind(screening, prices, through),
        ended: endedSymbols(prices, through),
      })),
      withoutSession: core.withoutSession,
      isEmpty: isEmpty(core.snapshot),
      marketFailures: core.marketFailures,
      evidenceFailures,
    },
    facts: {
      window,
      markets_scanned: core.scanned.map(({ market }) => market.id),
      market_failures: core.marketFailures,
      evidence_failures: evidenceFailures,
      rank_by: question.rankBy,
      view: question.view,
      lookback: {
        year1: question.years,
        year2: question.minWins ?? winningYears(DEFAULT_WINNING_PERCENT, question.years),
      },
      count: shown,
      evaluated_count: page.evaluated,
      found_count: core.ranked.length,
      enrichment_capped: core.ranked.length > page.poolSize || page.mlCapped,
      capped_by_plan: page.cappedByPlan,
      shown_of_evaluated: `${page.ofPool} of ${page.evaluated}`,
      ...(page.cappedByPlan ? { upgrade_url: tiers.upgradeUrl } : {}),
      ml_remaining_today: reserved.remaining,
    },
    notes: {
      ...(marketsNote === undefined ? {} : { markets_note: marketsNote }),
      ...(lookbackNote === undefined ? {} : { lookback_note: lookbackNote }),
      ...closingFields(screening, core.snapshot, toIsoOrNull(core.asOf), core.scanned, through),
    },
  };
}
