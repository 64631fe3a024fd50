import { sessionsBetween } from '../../core/calendar/calendars';
import { type Day, dayOf } from '../../core/calendar/dates';
import { lastSessionBefore } from '../../core/calendar/marketSessions';
import { Detector } from '../../core/detection/detector';
import { planDetection } from '../../core/detection/plan';
import { rotationKey } from '../../core/significance/rotation';
import { chanceAmong, P_LEVELS } from '../../core/significance/significance';
import {
  autumn,
  type Factor,
  type Kind,
  type SimulatedSymbol,
  scaleVolatility,
  simulateBars,
  simulateFactor,
  simulateGarchFactor,
  student3At,
  turnOfMonth,
} from '../../core/simulation/simulate';
import { type ClusteredMean, clusteredMean } from '../../core/statistics/moments';
import { keyOf, uniformAt } from '../../core/statistics/random';
import { isNeutral } from '../../core/window/edge';
import {
  judgedBest,
  nullOf,
  type SearchSettings,
  searchOf,
  strongestWindows,
  type Universe,
  universeOf,
} from './universe';

/**
 * Universes without a seasonal return. `plain`: random walks whose volatility wanders; each of the others changes it in
 * one respect. `t3`: returns have fat tails. `garch`: the volatility of the whole market is a GARCH(1,1). `month-end`,
 * `autumn`: volatility is three times as high at the turn of the month, or in October and November. `drift`: the drift is
 * higher, and changes its sign halfway through the prices.
 */
export const NOISE_KINDS = ['plain', 't3', 'garch', 'month-end', 'autumn', 'drift'] as const;
export type NoiseKind = (typeof NOISE_KINDS)[number];

/** Settings of searches over universes in which no pattern exists. */
export interface NoiseSettings extends SearchSettings {
  readonly kind: NoiseKind;
  /** A seed gives the same random draws to all kinds. */
  readonly seed: string;
  readonly searches: number;
  readonly symbols: number;
  /** Number of entry sessions of a search. */
  readonly sessions: number;
}

/** The results of one search over such a universe. */
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
/** Multiple of the volatility in the wild days of `month-end` and `autumn`. */
const WILD = 3;
/** Drift of `drift`, high enough to matter within a hold: 12 to 24 % a year. */
const REVERSED_DRIFT: Kind = { ...WALK, drift: [0.12, 0.24] };

/** Yields the results of the searches. Each has its own universe, whose symbols share a factor. */
export function* noiseSearches(settings: NoiseSettings): Generator<NoiseSearch> {
  for (let number = 0; number < settings.searches; number++) yield noiseSearch(settings, `${settings.seed}/${number}`);
}

function noiseSearch(settings: NoiseSettings, seed: string): NoiseSearch {
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
  const cards = universe.symbols.flatMap((symbol) => judgedBest(universe, request, nulls, detector, symbol));
  const ofAll = Math.max(...strongest.map(({ z }) => z));
  return {
    pSearch: chanceAmong(nulls.overall, ofAll),
    pSymbol: strongest.map(({ pSymbol }) => pSymbol),
    cards: cards.length,
    notNeutral: cards.filter(({ edgeScore, evidence }) => !isNeutral(edgeScore, evidence)).length,
  };
}

function randomWalks(seed: string, { kind, symbols, years }: NoiseSettings): Universe {
  const through: Day = dayOf(YEAR, 12, 31);
  const listed = dayOf(YEAR - years - SPARE_YEARS, 1, 1);
  const sessions = Int32Array.from(sessionsBetween('nyse', listed, through));
  const factor = factorOf(kind, seed, sessions, through);
  const plan = { listed, effects: [], ...processOf(kind, sessions) };
  const series = Array.from({ length: symbols }, (_, i) => {
    const symbol = `W${i}`;
    return { symbol, bars: simulateBars(seed, { symbol, ...plan }, sessions, factor) };
  });
  return universeOf(series, GAP_LIMIT);
}

function factorOf(kind: NoiseKind, seed: string, sessions: Int32Array, through: Day): Factor {
  if (kind === 'garch') return simulateGarchFactor(seed, WALK.factor, FACTOR_VOLATILITY, sessions);
  const innovation = kind === 't3' ? student3At : undefined;
  const factor = simulateFactor(seed, WALK.factor, FACTOR_VOLATILITY, through, innovation);
  if (kind === 'month-end') return scaleVolatility(factor, turnOfMonth(sessions), WILD);
  if (kind === 'autumn') return scaleVolatility(factor, autumn(sessions), WILD);
  return factor;
}

/** What the symbols' own returns have besides their factor. */
function processOf(
  kind: NoiseKind,
  sessions: Int32Array,
): Pick<SimulatedSymbol, 'kind' | 'innovation' | 'driftReversal'> {
  if (kind === 't3') return { kind: WALK, innovation: student3At };
  if (kind === 'drift') return { kind: REVERSED_DRIFT, driftReversal: sessions[Math.floor(sessions.length / 2)] };
  return { kind: WALK };
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

/** Symbols of one search share a factor: standard errors are clustered by search. */
export function summariseNoise(searches: readonly NoiseSearch[]): NoiseSummary {
  const shareOf = (flagsOf: (search: NoiseSearch) => readonly boolean[]) =>
    clusteredMean(
      searches.flatMap((search, i) => flagsOf(search).map((flag) => ({ cluster: String(i), value: flag ? 1 : 0 }))),
    );
  return {
    pSearch: shareOf(({ pSearch }) => [pSearch <= P_LEVELS.significant]),
    pSymbol: shareOf(({ pSymbol }) => pSymbol.map((p) => p <= P_LEVELS.significant)),
    notNeutral: shareOf(({ cards, notNeutral }) => Array.from({ length: cards }, (_, i) => i < notNeutral)),
  };
}
