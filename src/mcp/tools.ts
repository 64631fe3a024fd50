import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Input, OperationId, Output } from '../operation';
import { PROJECT_ROOT } from '../projectRoot';
import {
  analyzeLead,
  compareLead,
  dailyPickLead,
  marketsLead,
  meLead,
  scanLead,
  scenarioLead,
  scoreLead,
  symbolsLead,
  trackRecordLead,
} from './leads';
import { MOST_ROWS, MOST_WITH_CHART, recountScan, scanBounds } from './scanRows';

/** The arguments of a tool: path, query and body fields in one object. Its answer is always JSON. */
type Arguments<Id extends OperationId> =
  Input<Id> extends { readonly body: infer Body }
    ? Omit<Input<Id>, 'body' | 'format' | 'theme'> & Exclude<Body, readonly unknown[]>
    : Omit<Input<Id>, 'format' | 'theme'>;

/** A list of an answer that may be shortened. */
export interface Cut {
  /** Path of property names separated by dots; `*` stands for every item of a list. */
  readonly list: string;
  /** The end that is kept: the first rows of a ranking, the last years of a history. */
  readonly keep: 'first' | 'last';
  /** How to get the missing items: `ask with ...`. */
  readonly advice: string;
}

/** The most that an answer can show for an argument: a number of rows, or the length of a list. */
export interface Bound {
  readonly most: number;
  /** How to get more: `ask with ...`. */
  readonly advice: string;
}

/** One tool: an operation of the contract as agents see it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the agent: when to use it, what comes back, and what the numbers are not. */
  readonly description: string;
  readonly operation: OperationId;
  /** The accepted arguments; absent = all of the operation. */
  readonly only?: readonly string[];
  /** Defaults that differ from the contract's. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Set by the tool, not by the caller. */
  readonly fixed: Readonly<Record<string, unknown>>;
  /**
   * The bounds by argument, for the other arguments of a call. They are kept before /v1 is called, so that no prediction is
   * charged for a row that does not arrive, and /v1 counts and summarises what arrives.
   */
  readonly bounds: (args: Readonly<Record<string, unknown>>) => Readonly<Record<string, Bound>>;
  /** Lists that are cut, in this order, when the rows of an answer are unusually long. */
  readonly cuts: readonly Cut[];
  /** The fields of a cut body that count its rows, for the rows kept. */
  readonly recount: (body: unknown) => Readonly<Record<string, unknown>>;
  /** A short text, made of the body of a 200, for clients that show no structured content. */
  readonly lead: (body: unknown) => string;
}

/** A tool as it is defined, by the arguments and the answer of its operation. */
interface ToolOf<Id extends OperationId> extends Pick<Tool, 'name' | 'title' | 'description'> {
  readonly operation: Id;
  readonly only?: readonly (keyof Arguments<Id> & string)[];
  readonly defaults?: Partial<Arguments<Id>>;
  readonly fixed?: Partial<Arguments<Id>>;
  readonly bounds?: (args: Readonly<Record<string, unknown>>) => Partial<Record<keyof Arguments<Id>, Bound>>;
  readonly cuts?: readonly Cut[];
  readonly recount?: (body: Output<Id>) => Partial<Output<Id>>;
  readonly lead: (body: Output<Id>) => string;
}

/** Defines a tool; an unknown operation or argument does not compile. */
function tool<Id extends OperationId>(of: ToolOf<Id>): Tool {
  const { defaults = {}, fixed = {}, bounds = () => ({}), cuts = [], recount = () => ({}), lead, ...rest } = of;
  return {
    ...rest,
    defaults,
    fixed,
    bounds: bounds as Tool['bounds'],
    cuts,
    recount: recount as Tool['recount'],
    lead: lead as Tool['lead'],
  };
}

const HISTORY =
  'historical_win_rate is the share of past years won: history, not a probability. significance says how often the ' +
  'same search finds a window as strong over shuffled calendars: p_symbol for this symbol, p_search for any symbol; ' +
  'small is rare, above 0.05 conclude nothing. pending: not known yet; say so, and ask again later, or when reading ' +
  'says. To open a row, use its analyze_url with all its parameters, which name the search that found it. Neutral means no order ticket, and is a valid answer. ml may be null: ' +
  'do not retry for it.';

const FEWER_ROWS = 'ask with a smaller limit; summary is about all of them';
const FEWER_YEARS = 'ask with a smaller years, or for fewer symbols';
const NARROWER_NAMES = 'ask with q, or with a longer prefix';
const FULL_CARD: readonly Cut[] = [
  { list: 'card.chart.per_year_bars', keep: 'last', advice: 'ask with a smaller years' },
  { list: 'card.chart.seasonal_curve', keep: 'first', advice: 'ask without include=chart, or with view=decision' },
];

/** The tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  tool({
    name: 'find_best_opportunities',
    title: 'Find the best seasonal opportunities',
    operation: 'scanMarkets',
    description:
      'Scans markets for calendar windows in which symbols have historically risen (long) or fallen (short), and ranks ' +
      'them. Use it for the best setups with any dates and filters; for one symbol use analyze_symbol. Rows are compact, ' +
      `${MOST_ROWS.table} at most. view=decision (${MOST_ROWS.decision} rows at most) adds verdict, worst year and order ` +
      `ticket; full (${MOST_ROWS.full}) and evidence (${MOST_ROWS.evidence}) add the years; include=chart takes ` +
      `${MOST_WITH_CHART} rows. summary says how many qualify: a narrower filter shows others. ` +
      `${HISTORY} No rows is a valid answer too; market_failures or evidence_failures mean an incomplete scan.`,
    defaults: { view: 'table', limit: 5 },
    bounds: scanBounds,
    cuts: [
      ...['receipts.missing_years', 'receipts.per_year', 'chart.per_year_bars'].map((list) => ({
        list: `opportunities.*.${list}`,
        keep: 'last' as const,
        advice: 'ask with a smaller years or limit',
      })),
      { list: 'opportunities', keep: 'first', advice: FEWER_ROWS },
    ],
    recount: recountScan,
    lead: scanLead,
  }),
  tool({
    name: 'whats_seasonal_now',
    title: "What's seasonal now",
    operation: 'scanMarkets',
    description:
      'As find_best_opportunities, for setups that begin today or within ten sessions, without other filters; for one ' +
      `symbol use analyze_symbol. An answer shows ${MOST_ROWS.table} rows. ${HISTORY}`,
    only: ['markets', 'direction', 'limit'],
    defaults: { limit: 5 },
    fixed: { window: 'now', view: 'table' },
    bounds: () => ({ limit: { most: MOST_ROWS.table, advice: 'find_best_opportunities has filters' } }),
    cuts: [{ list: 'opportunities', keep: 'first', advice: FEWER_ROWS }],
    recount: recountScan,
    lead: scanLead,
  }),
  tool({
    name: 'analyze_symbol',
    title: 'Analyze one symbol',
    operation: 'analyzeSymbol',
    description:
      "One symbol's best seasonal setup of the coming year as a card, and its other setups. Use it for any question " +
      'about a single ticker. entry_date with days_out, or period, examines one exact window; a past date uses only what ' +
      `was known then. view=full adds every year. Read verdict. ${HISTORY}`,
    defaults: { view: 'decision' },
    cuts: FULL_CARD,
    lead: analyzeLead,
  }),
  tool({
    name: 'compare_symbols',
    title: 'Compare symbols on one window',
    operation: 'compareSymbols',
    description:
      'Measures 2 to 10 symbols on the same calendar window over the completed years all of them share, beside buy and ' +
      'hold. can_compare=false means too few shared years: say so instead of ranking. The numbers prove the findings; the ' +
      'past order of symbols predicts little. significance.p_symbol judges each window as the best of a year of that ' +
      'symbol.',
    cuts: [
      { list: 'symbols.*.buy_and_hold.per_year', keep: 'last', advice: FEWER_YEARS },
      { list: 'symbols.*.per_year', keep: 'last', advice: FEWER_YEARS },
      { list: 'skipped_years', keep: 'last', advice: FEWER_YEARS },
    ],
    lead: compareLead,
  }),
  tool({
    name: 'portfolio_scenario',
    title: 'Run a portfolio scenario',
    operation: 'runPortfolioScenarios',
    description:
      'What a hypothetical basket of 1 to 15 weighted positions did in one window of past years, with the contribution ' +
      'of each. Weights only: share counts, amounts of money, cost basis or profit and loss are refused. Past years, not ' +
      'a forecast.',
    cuts: [
      { list: 'per_year', keep: 'last', advice: 'ask with a smaller years, or fewer positions' },
      { list: 'skipped_years', keep: 'last', advice: 'ask with a smaller years' },
    ],
    lead: scenarioLead,
  }),
  tool({
    name: 'score_setups',
    title: 'Score setups with the model',
    operation: 'scoreSetups',
    description:
      "The model's predictions for exact windows: entry date today to five days ahead, 10 to 90 days. Each scored item " +
      'uses one prediction of the daily allowance; the same item again on the same day is free. An item without scores ' +
      'has a note that says why: do not retry it. requires=upgrade means the allowance is spent until tomorrow (UTC). ' +
      'win_prob is a prediction, never the share of past years won.',
    // Each with the longest note fits.
    bounds: () => ({ opportunities: { most: 80, advice: 'send them in several calls' } }),
    cuts: [{ list: 'scores', keep: 'first', advice: 'send the rest again: it is free today' }],
    lead: scoreLead,
  }),
  tool({
    name: 'daily_pick',
    title: "Today's pick",
    operation: 'getDailyPick',
    description:
      'The one setup picked by a fixed rule for the latest session, published before its entry; featured_date is the ' +
      'session. Its ml never uses the allowance. not_found: there is no pick yet. replay=true: computed afterwards over ' +
      `simulated prices, which you must say. Say what the forward record proves before passing it on. ${HISTORY}`,
    defaults: { view: 'decision' },
    cuts: FULL_CARD,
    lead: dailyPickLead,
  }),
  tool({
    name: 'pick_track_record',
    title: 'Record of the daily pick',
    operation: 'getTrackRecord',
    description:
      'The daily picks with their results, newest first, and the totals over the closed ones: the forward record, made ' +
      'after publication, unlike the history on cards (with replay=true it was computed afterwards over simulated ' +
      'prices). Use it when asked whether the picks work; note says how little the totals prove.',
    cuts: [{ list: 'picks', keep: 'first', advice: 'GET /v1/daily-pick/track-record has all' }],
    lead: trackRecordLead,
  }),
  tool({
    name: 'list_markets',
    title: 'List the markets',
    operation: 'listMarkets',
    description:
      "The markets, which of them the caller's plan reaches (in_scope), where the model predicts (ml_eligible) and the " +
      'date of their last prices.',
    lead: marketsLead,
  }),
  tool({
    name: 'list_symbols',
    title: 'List the symbols of a market',
    operation: 'listSymbols',
    description:
      'The symbols of one market, to find out whether a ticker or a company (q=apple) is covered. total, matched and count ' +
      'say how much was cut; an answer shows 250.',
    defaults: { limit: 25 },
    bounds: () => ({ limit: { most: 250, advice: NARROWER_NAMES } }),
    cuts: [{ list: 'symbols', keep: 'first', advice: NARROWER_NAMES }],
    recount: ({ symbols: { length }, matched }) => ({
      count: length,
      note: `${matched - length} of ${matched} matching rows were cut.`,
    }),
    lead: symbolsLead,
  }),
  tool({
    name: 'whoami',
    title: 'Plan and remaining limits',
    operation: 'getMe',
    description:
      "The caller's plan, the markets it reaches, and the requests and model predictions left. Use it when a call was " +
      'refused for scope or limits, or before many calls.',
    lead: meLead,
  }),
];

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema, passed on as it is
type JsonSchema = Record<string, any>;

/** The request of a tool's operation, and the schema of its arguments. */
export interface ToolSchema {
  readonly method: 'GET' | 'POST';
  /** As in the contract: `/analyze/{symbol}`. */
  readonly path: string;
  readonly pathArguments: readonly string[];
  /** Whether the arguments that are not in the path make the body, rather than the query. */
  readonly hasBody: boolean;
  readonly inputSchema: JsonSchema;
}

/** generated/mcpTools.json */
export interface ToolSchemas {
  /** Version of the contract. */
  readonly version: string;
  /** By the name of the tool. */
  readonly tools: Readonly<Record<string, ToolSchema>>;
}

export type ServedTool = Tool & ToolSchema;

const FILE = join(PROJECT_ROOT, 'generated/mcpTools.json');

/** The tools with their generated schemas. @throws Error when `npm run generate` was not run */
export function loadTools(): { readonly version: string; readonly tools: ReadonlyMap<string, ServedTool> } {
  const { version, tools } = JSON.parse(readFileSync(FILE, 'utf8')) as ToolSchemas;
  const served = TOOLS.map((tool): [string, ServedTool] => {
    if (tools[tool.name] === undefined) throw new Error(`${FILE} has no tool ${tool.name}: run \`npm run generate\``);
    return [tool.name, { ...tool, ...tools[tool.name] }];
  });
  return { version, tools: new Map(served) };
}
