import { publishedStats } from '../answers/card';
import { disclaimerFor } from '../answers/disclaimer';
import { lookbackLabel } from '../answers/lookbackLabel';
import { withMl } from '../answers/predictions';
import { viewCards } from '../answers/views';
import { toIso } from '../core/calendar/dates';
import { holdOf } from '../core/window/window';
import { notFound } from '../errors';
import type { Handler, Output } from '../operation';
import { analyze } from '../services/analyze';
import { chartOf } from '../services/answer';
import type { HandlerDeps } from '../services/deps';
import { rowOf } from '../services/evidenceRows';
import { listingOf, readingPrices } from '../services/listing';
import { noObservation } from '../services/noObservation';
import { itemOf, predictAll } from '../services/predicting';
import { currentPrices } from '../services/screening';
import { isStale, type Listing, type YearRow } from '../services/symbolYear';
import { presetOf, researchDay } from './dates';

type OtherSetup = Output<'analyzeSymbol'>['other_setups'][number];

/** GET /analyze/{symbol} (SPEC 4.5). */
export function analyzeHandler(deps: HandlerDeps): Handler<'analyzeSymbol'> {
  return async (input, { caller }) => {
    const { screening } = deps;
    const today = screening.clock.today();
    const preset = presetOf(screening.clock, input.period, input.reverse);
    const entry = researchDay(screening.clock, 'entry_date', input.entry_date);
    const snapshot = await currentPrices(screening);
    const listing = listingOf(deps, snapshot, caller, input.symbol, input.market);
    const found = await readingPrices(() =>
      analyze(screening, snapshot, listing, {
        direction: input.direction,
        entry,
        hold: input.days_out,
        preset,
        years: input.years,
        cycle: input.pe_cycle,
        today,
      }),
    );
    if (!found) throw notFound(noObservation(listing, { years: input.years, cycle: input.pe_cycle }));
    const { setup, entryRun, search, others } = found;
    const row = rowOf(listing.symbol, listing.market, setup, entryRun, { search, today });
    const [ml] = await predictAll(deps, snapshot, caller, [itemOf(row)]);
    const predicted = withMl(row.card, ml);
    const notes = [listing.note, staleNote(listing)].filter((note) => note !== undefined);
    const noted = notes.length === 0 ? predicted : { ...predicted, note: notes.join(' ') };
    const chart = input.include === 'chart' ? chartOf(setup) : undefined;
    const [card] = viewCards([noted], input.view, chart);
    return {
      card,
      other_setups: others.flatMap((other) => otherSetup(listing, other)),
      view: input.view,
      disclaimer: disclaimerFor(snapshot.simulated),
      as_of: toIso(setup.window.asOf),
    };
  };
}

function otherSetup({ symbol }: Listing, { window, direction, evidence }: YearRow): OtherSetup[] {
  if (!evidence) return [];
  const { historical_win_rate, sharpe_ratio, avg_return_pct, median_return_pct } = publishedStats(evidence);
  return [
    {
      symbol: symbol.symbol,
      direction,
      entry_date: toIso(window.entry),
      hold_days: holdOf(window),
      historical_win_rate,
      sharpe_ratio,
      avg_return_pct,
      median_return_pct,
      years: lookbackLabel(window),
    },
  ];
}

/** A symbol that stopped trading is analyzed all the same, and the card says so (METHOD 5). */
function staleNote(listing: Listing): string | undefined {
  if (!isStale(listing)) return undefined;
  const { symbol, lastBar } = listing;
  const days = lastBar - symbol.lastDay;
  return `The last bar of ${symbol.symbol} is of ${toIso(symbol.lastDay)}, ${days} days before the last of its market.`;
}
