import { buildCard, type CardInput } from '../../answers/card';
import type { ChartInput } from '../../answers/chart';
import { lookbackLabel } from '../../answers/phrases';
import type { PatternCard } from '../../answers/shapes';
import type { Day } from '../../core/calendar/dates';
import type { MlOutcome } from '../../core/model/absence';
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

/** What the card of a setup is built from. */
export function cardInput(setup: FoundSetup, shown: Shown): CardInput {
  const { loaded, market, window, direction, evidence, edge, curve, entryRun, search } = setup;
  return {
    symbol: loaded.symbol,
    market,
    direction,
    window,
    evidence,
    edge,
    curve,
    entryRun,
    search,
    ...shown,
    asOf: window.asOf,
    yearsLabel: lookbackLabel(window),
    priceLabel: loaded.source,
    simulated: loaded.simulated,
  };
}

/** The card of a single setup that nobody's request waits for. */
export function cardOf(setup: FoundSetup, shown: Shown): PatternCard {
  return buildCard(cardInput(setup, shown));
}

/** What the charts of a setup are drawn from. */
export function chartOf({ loaded, market, window, evidence }: FoundSetup): ChartInput {
  const { columns, index } = loaded;
  return { buffer: columns.buffer, index, window, gapLimit: market.gapLimit, evidence };
}
