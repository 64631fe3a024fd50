import { buildCard } from '../answers/card';
import { lookbackLabel } from '../answers/lookbackLabel';
import type { PatternCard } from '../answers/shapes';
import type { Day } from '../core/calendar/dates';
import type { MlOutcome } from '../core/model/absence';
import type { FoundSetup } from './results';

/** What a card says besides its setup. */
export interface Shown {
  /** Position in the answer, from 1. */
  readonly rank: number;
  /** What became of the prediction. */
  readonly ml: MlOutcome;
  readonly today: Day;
  readonly note?: string;
}

/** The card of a setup that is shown. */
export function cardOf({ loaded, market, setup, entryRun, search }: FoundSetup, shown: Shown): PatternCard {
  const { window, direction, evidence, edge } = setup;
  return buildCard({
    rank: shown.rank,
    symbol: loaded.symbol,
    market,
    direction,
    window,
    evidence,
    edge,
    curve: setup.curveSummary(),
    entryRun,
    search,
    today: shown.today,
    asOf: window.asOf,
    yearsLabel: lookbackLabel(window),
    priceLabel: loaded.source,
    simulated: loaded.simulated,
    ml: shown.ml,
    note: shown.note,
  });
}
