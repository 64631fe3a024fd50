import { type Day, dayOf } from '../../core/calendar/dates';
import { lastSessionBefore } from '../../core/calendar/marketSessions';
import { sessionsBetween } from '../../core/calendar/sessions';
import { Detector } from '../../core/detection/detector';
import { planDetection } from '../../core/detection/plan';
import { rotationKey } from '../../core/significance/rotation';
import { chanceOf, countFrom } from '../../core/significance/significance';
import { type Kind, simulateBars, simulateFactor } from '../../core/simulation/simulate';
import { type ClusteredMean, clusteredMean } from '../../core/statistics/clusteredMean';
import { keyOf, uniformAt } from '../../core/statistics/random';
import { isNeutral } from '../../core/window/bias';
import { judge } from './cards';
import { nullOf, type SearchSettings, searchOf, strongestWindows, type Universe, universeOf } from './universe';

/** Settings of searches over random walks, in which no pattern exists. */
export interface NoiseSettings extends SearchSettings {
  readonly seed: string;
  readonly searches: number;
  readonly symbols: number;
  /** Number of entry sessions of a search. */
  readonly sessions: number;
}

/** The results of one search over random walks. */
export interface NoiseSearch {
  /** p_search of the strongest window (METHOD 9). */
  readonly pSearch: number;
  /** p_symbol of each symbol's strongest window (METHOD 9). */
  readonly pSymbol: readonly number[];
  /** Number of windows that the search shows as cards. */
  readonly cards: number;
  /** Number of cards whose bias is not neutral. */
  readonly notNeutral: number;
}

const GAP_LIMIT = 10;
/** The year of all entries; each search draws its own date. */
const YEAR = 2024;
/** Years of prices beyond the lookback: the drift needs one more, and the last year may not be over. */
const SPARE_YEARS = 3;

/** Half of a symbol's variance comes from the market, as among large stocks. All symbols share the volatility regimes. */
const WALK: Kind = {
  factor: 'market',
  drift: [0, 0.12],
  beta: [1, 1],
  volatility: [0.16, 0.16],
  firstPrice: [20, 200],
};
const FACTOR_VOLATILITY = 0.16;

/** Yields the results of the searches. Each has its own random walks, which share a factor. */
export async function* noiseSearches(settings: NoiseSettings): AsyncGenerator<NoiseSearch> {
  for (let number = 0; number < settings.searches; number++) yield noiseSearch(settings, `${settings.seed}/${number}`);
}

async function noiseSearch(settings: NoiseSettings, seed: string): Promise<NoiseSearch> {
  const universe = randomWalks(seed, settings);
  const start = dayOf(YEAR, 1, 1) + Math.floor(330 * uniformAt(keyOf(`${seed}/start`), 0));
  const asOf = lastSessionBefore(universe.sessions, start);
  const days = sessionsBetween('nyse', start, start + 2 * settings.sessions + 10).slice(0, settings.sessions);
  const request = searchOf(
    universe,
    days.map((day) => ({ day, asOf })),
    settings,
  );
  const nulls = nullOf(universe, request, rotationKey(seed), settings.rotations);
  const plan = planDetection(request);
  const strongest = strongestWindows(universe, request, nulls);
  const detector = new Detector(universe.columns, plan);
  const cards = universe.symbols.flatMap(({ index }) => {
    const { long, short } = detector.best(index);
    return [long, short].flatMap((candidate) => (candidate && judge(universe, request, nulls, candidate)) ?? []);
  });
  const ofAll = Math.max(...strongest.map(({ z }) => z));
  return {
    pSearch: chanceOf(countFrom(nulls.overall, ofAll), settings.rotations),
    pSymbol: strongest.map(({ pSymbol }) => pSymbol),
    cards: cards.length,
    notNeutral: cards.filter(({ edgeScore, evidence }) => !isNeutral(edgeScore, evidence)).length,
  };
}

function randomWalks(seed: string, { symbols, years }: NoiseSettings): Universe {
  const through: Day = dayOf(YEAR, 12, 31);
  const listed = dayOf(YEAR - years - SPARE_YEARS, 1, 1);
  const sessions = Int32Array.from(sessionsBetween('nyse', listed, through));
  const factor = simulateFactor(seed, WALK.factor, FACTOR_VOLATILITY, through);
  const series = Array.from({ length: symbols }, (_, i) => {
    const symbol = `W${i}`;
    return { symbol, bars: simulateBars(seed, { symbol, kind: WALK, listed, effects: [] }, sessions, factor) };
  });
  return universeOf(series, GAP_LIMIT);
}

/** Shares over all searches, which estimate the rates of false positives; null without searches or cards. */
export interface NoiseSummary {
  /** Share of searches whose strongest window has p_search <= 0.05. */
  readonly pSearch: ClusteredMean | null;
  /** Share of symbols whose strongest window has p_symbol <= 0.05. */
  readonly pSymbol: ClusteredMean | null;
  /** Share of cards that are not neutral. */
  readonly notNeutral: ClusteredMean | null;
}

const SIGNIFICANT = 0.05;

/** Symbols of one search share a factor: standard errors are clustered by search. */
export function summariseNoise(searches: readonly NoiseSearch[]): NoiseSummary {
  const shareOf = (flagsOf: (search: NoiseSearch) => readonly boolean[]) =>
    clusteredMean(
      searches.flatMap((search, i) => flagsOf(search).map((flag) => ({ cluster: String(i), value: flag ? 1 : 0 }))),
    );
  return {
    pSearch: shareOf(({ pSearch }) => [pSearch <= SIGNIFICANT]),
    pSymbol: shareOf(({ pSymbol }) => pSymbol.map((p) => p <= SIGNIFICANT)),
    notNeutral: shareOf(({ cards, notNeutral }) => Array.from({ length: cards }, (_, i) => i < notNeutral)),
  };
}
