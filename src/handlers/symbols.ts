import { fromIso, optionalDay } from '../core/calendar/dates';
import type { Handlers, Input } from '../operation';
import type { ServiceDeps } from '../services/screening/deps';
import { analyze } from '../services/symbol/analyze';
import { compare } from '../services/symbol/compare';
import { portfolioScenario } from '../services/symbol/portfolio';
import { type RequestedSetup, score } from '../services/symbol/score';
import { seasonalChart, symbolPattern } from '../services/symbol/statistics';

/** Analyses, statistics and scores of named symbols and windows (SPEC 4.5 to 4.7, 4.11 to 4.13). */
export function symbolsHandlers(deps: ServiceDeps) {
  return {
    /** SPEC 4.5 */
    analyzeSymbol: (input, asker) =>
      analyze(
        deps,
        {
          ...windowNamed(input),
          searchedDays: input.searched_days,
          searchedMarkets: input.searched_markets,
          withChart: input.include === 'chart',
        },
        asker,
      ),
    /** SPEC 4.6: the window of `days_out` days from today, or of a period. */
    getPattern: (input, context) => symbolPattern(deps, { ...windowNamed(input), market: input.market_id }, context),
    /** SPEC 4.7 */
    getSeasonalChart: (input, context) =>
      seasonalChart(deps, { ...windowNamed(input), years: Number(input.years) }, context),
    /** SPEC 4.12 */
    compareSymbols: (input, context) => compare(deps, windowNamed(input), context),
    /** SPEC 4.13 */
    runPortfolioScenarios: ({ body }, context) =>
      portfolioScenario(
        deps,
        {
          positions: body.positions.map(({ weight_pct: weight, ...position }) => ({ ...position, weight })),
          benchmark: body.benchmark,
          start: optionalDay(body.start_date),
          horizon: body.horizon,
          days: body.days,
          end: optionalDay(body.end_date),
          years: body.years,
          cycle: body.pe_cycle,
        },
        context,
      ),
    /** SPEC 4.11 */
    scoreSetups: ({ body }, asker) => score(deps, setupsAsked(body), asker),
  } satisfies Partial<Handlers>;
}

/** A request with the names that services give to its window. */
function windowNamed<T extends { entry_date?: string; days_out?: number; pe_cycle: unknown }>(input: T) {
  return {
    ...input,
    entry: optionalDay(input.entry_date),
    hold: input.days_out as T['days_out'],
    cycle: input.pe_cycle as T['pe_cycle'],
  };
}

type Body = Input<'scoreSetups'>['body'];

/** The items of either form of the body; the body's market stands for items without one. */
function setupsAsked(body: Body): RequestedSetup[] {
  const { opportunities, market } = 'opportunities' in body ? body : { opportunities: body, market: undefined };
  return opportunities.map((item) => ({
    symbol: item.symbol,
    market: item.market ?? market,
    entry: fromIso(item.date),
    hold: item.days_out,
    direction: item.direction,
  }));
}
