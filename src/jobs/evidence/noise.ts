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

/** What is searched where nothing can be found. */
export interface NoiseSettings extends SearchSettings {
  readonly seed: string;
  readonly searches: number;
  readonly symbols: number;
  /** Entry sessions of a search. */
  readonly sessions: number;
}

/** What one search over random walks said of itself. */
export interface NoiseSearch {
  /** Of the strongest window of all. */
  readonly pSearch: number;
  /** Of each symbol's strongest window. */
  readonly pSymbol: readonly number[];
  /** Windows that the search shows as cards. */
  readonly cards: number;
  readonly notNeutral: number;
}

const GAP_LIMIT = 10;
/** Entries lie in this year, at a date of their own in every search. */
const YEAR = 2024;
/** A reference goes a year back beyond the lookback, and the last year may not be over yet. */
const SPARE_YEARS = 3;

/** Half of a symbol's variance is its market's, as it is among large stocks. Volatility comes and goes for all at once. */
const WALK: Kind = {
  factor: 'market',
  drift: [0, 0.12],
  beta: [1, 1],
  volatility: [0.16, 0.16],
  firstPrice: [20, 200],
};
const FACTOR_VOLATILITY = 0.16;

/** The searches one after the other, each over random walks of its own that share a factor. */
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
    return [long, short].flatMap((found) => (found && judge(universe, request, nulls, found)) ?? []);
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

/** What all searches came to: shares that chance alone should give; null without any search. */
export interface NoiseSummary {
  /** Of the searches, those whose strongest window is significant at .05. */
  readonly pSearch: ClusteredMean | null;
  /** Of the symbols' strongest windows, those that are. */
  readonly pSymbol: ClusteredMean | null;
  /** Of the cards, those that are not neutral. */
  readonly notNeutral: ClusteredMean | null;
}

const SIGNIFICANT = 0.05;

/** Symbols of one search share half of what moves them: the errors are clustered by search. */
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
