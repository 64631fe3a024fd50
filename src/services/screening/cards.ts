import { analyzeUrl } from '../../answers/analyzeUrl';
import { buildCard, type CardInput } from '../../answers/card';
import type { ChartInput } from '../../answers/chart';
import { lookbackLabel } from '../../answers/phrases';
import type { PatternCard } from '../../answers/shapes';
import type { VerifiedSetup } from './results';

/** The fields of a card that do not come from its setup. */
type CardContext = Pick<CardInput, 'rank' | 'ml' | 'today' | 'openFrom' | 'pastPool' | 'note'>;

/** The input from which the card of a setup is built. */
export function cardInput(setup: VerifiedSetup, context: CardContext): CardInput {
  const { loaded, market, window, direction, evidence, edge, cameTrue, curve, entryRun, search, foundBy } = setup;
  return {
    symbol: loaded.symbol,
    market,
    direction,
    window,
    evidence,
    edge,
    cameTrue,
    curve,
    entryRun,
    search,
    ...context,
    asOf: window.asOf,
    yearsLabel: lookbackLabel(window),
    priceLabel: loaded.source,
    simulated: loaded.simulated,
    link: analyzeUrl({ symbol: loaded.symbol, market: market.id, direction, window }, foundBy),
  };
}

/** Builds one card on the calling thread, for background work that no request waits for. */
export function setupCard(setup: VerifiedSetup, context: CardContext): PatternCard {
  return buildCard(cardInput(setup, context));
}

/** The input of the charts of a setup. */
export function chartInput({ loaded, market, window, evidence }: VerifiedSetup): ChartInput {
  const { columns, index } = loaded;
  return { buffer: columns.buffer, index, window, gapLimit: market.gapLimit, evidence };
}
