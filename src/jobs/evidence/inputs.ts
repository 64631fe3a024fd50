import { addMonths, type Day, dateOf, dayOf, toIso, yearOf } from '../../core/calendar/dates';
import { lastSessionBefore, sessionsOver } from '../../core/calendar/marketSessions';
import { Detector } from '../../core/detection/detector';
import { type DetectionRequest, planDetection } from '../../core/detection/plan';
import { type RecordedTrial, type TrialRows, tryInputs } from '../../core/model/inputTrial';
import { joinedRows, type Rows, RowsBuilder } from '../../core/model/rows';
import { DEFAULT_SETTINGS, MODEL_CODE, type ModelSettings } from '../../core/model/settings';
import { addSetup, extentOf, setupsOf, type TrainingSeries } from '../../core/model/setups';
import { PUBLISHED_SEED, rotationKey, windowStrength } from '../../core/significance/rotation';
import { chanceAmong, type NullDistribution } from '../../core/significance/significance';
import { TrainingError, type TrainingPrices, trainingData } from '../train';
import { monthOf } from './forward';
import { NO_ROTATIONS, nullOf, searchOf, type Universe, universeOf } from './universe';

export interface InputTrialOptions extends TrainingPrices {
  /** Shuffled calendars of each search. */
  readonly rotations: number;
  /** @param share of the stage, 0..1 */
  readonly onProgress?: (stage: InputStage | 'variants', share: number) => void;
}

export interface InputTrialMade {
  readonly recorded: RecordedTrial;
  /** Symbols that were left out because their stored prices cannot be read. */
  readonly unreadable: readonly string[];
}

/**
 * Tests candidate inputs of the model on the prices in the database. The same prices give the same figures.
 *
 * @throws TrainingError if there are too few setups
 */
export async function tryInputsOnStored({
  rotations,
  onProgress = () => {},
  ...stored
}: InputTrialOptions): Promise<InputTrialMade> {
  const { symbols, read, dataVersion, simulated, unreadable } = await trainingData(stored);
  const series: TrainingSeries[] = [];
  for (const symbol of symbols) series.push(await read(symbol));
  const settings = DEFAULT_SETTINGS;
  const rows = inputRows(series, { settings, rotations, onProgress });
  const trial = tryInputs(rows, settings, (share) => onProgress('variants', share));
  if (trial === null)
    throw new TrainingError(
      `${series.length} symbols give ${rows.rows.count} setups, too few or of too few years to test on: import more`,
    );
  const recorded = {
    trial,
    madeAt: stored.clock.now().toISOString(),
    dataVersion,
    pricesThrough: toIso(extentOf(series).last),
    simulated,
    codeVersion: MODEL_CODE,
    symbols: series.length,
    rotations,
  };
  return { recorded, unreadable };
}

/** The defaults of a scan: entries on ten sessions, and holds in calendar days (METHOD 5). */
const SCAN = { sessions: 10, minHold: 5, maxHold: 120 } as const;
/** All ML-eligible markets use New York's calendar. */
const CALENDAR = { calendar: 'nyse' } as const;
/** Months that share one null distribution, which hardly depends on the date (METHOD 9). */
const NULL_MONTHS = 3;

export type InputStage = 'weekly setups' | 'scans of the past' | 'strength and p-values';

export interface InputRowsOptions {
  readonly settings: ModelSettings;
  /** Shuffled calendars of each search. */
  readonly rotations: number;
  /** @param share of the stage, 0..1 */
  readonly onProgress?: (stage: InputStage, share: number) => void;
}

/** Symbols with the same gap limit, which are searched together. */
interface Group {
  readonly universe: Universe;
  /** Positions of its symbols in the series. */
  readonly members: readonly number[];
}

/**
 * The setups that models are trained on, those that a scan on the first of each month would have shown, and candidate inputs of
 * both, computed from bars before the entry or before the scan.
 *
 * A scan contributes each symbol's best window in each direction by Sharpe, if the model predicts holds of that length.
 *
 * @param series ascending by symbol
 */
export function inputRows(
  series: readonly TrainingSeries[],
  { settings, rotations, onProgress = () => {} }: InputRowsOptions,
): TrialRows {
  const weekly = setupsOf(series, settings, (share) => onProgress('weekly setups', share)).rows;
  const groups = groupsOf(series);
  const selected = scannedRows(series, groups, settings, (share) => onProgress('scans of the past', share));
  const { rows, isSecond: isSelected } = joinedRows(weekly, selected);
  const z = new Float64Array(rows.count);
  const logP = new Float64Array(rows.count);
  const place = placesOf(groups);
  let month = Number.NEGATIVE_INFINITY;
  let nulls: readonly NullDistribution[] = [];
  for (let row = 0; row < rows.count; row++) {
    const period = periodOf(rows.entry[row]);
    if (period !== month) {
      month = period;
      nulls = groups.map(({ universe }) =>
        nullOf(universe, scanFrom(universe, month, settings), rotationKey(PUBLISHED_SEED), rotations),
      );
      onProgress('strength and p-values', row / rows.count);
    }
    const { group, index } = place[rows.symbol[row]];
    const { universe } = groups[group];
    const strength = strengthAt(universe, index, rows, row, isSelected[row] === 1, settings);
    if (strength === null) continue;
    z[row] = strength;
    const nullOfSymbol = nulls[group].bySymbol.get(universe.symbols[index].symbol);
    if (nullOfSymbol) logP[row] = Math.log(chanceAmong(nullOfSymbol, strength));
  }
  return { rows, isSelected, inputs: { z, log_p_symbol: logP } };
}

function groupsOf(series: readonly TrainingSeries[]): Group[] {
  const limits = [...new Set(series.map(({ gapLimit }) => gapLimit))].sort((a, b) => a - b);
  return limits.map((gapLimit) => {
    const members = [...series.keys()].filter((i) => series[i].gapLimit === gapLimit);
    const universe = universeOf(
      members.map((i) => series[i]),
      gapLimit,
    );
    return { universe, members };
  });
}

/** For each series its group and its index in the group's universe. */
function placesOf(groups: readonly Group[]): { readonly group: number; readonly index: number }[] {
  const places: { group: number; index: number }[] = [];
  for (const [group, { members }] of groups.entries())
    for (const [index, at] of members.entries()) places[at] = { group, index };
  return places;
}

/** The windows that a scan on the first day of each month would have shown, by month. */
function scannedRows(
  series: readonly TrainingSeries[],
  groups: readonly Group[],
  settings: ModelSettings,
  onProgress: (share: number) => void,
): Rows {
  const builder = new RowsBuilder();
  const { first, last } = extentOf(series);
  for (let month = monthOf(first); month <= last; month = addMonths(month, 1)) {
    for (const { universe, members } of groups) {
      const request = scanFrom(universe, month, settings);
      const [{ asOf }] = request.entries;
      const detector = new Detector(universe.columns, planDetection(request));
      for (const [index, symbol] of members.entries()) {
        const { bars, gapLimit } = series[symbol];
        const { long, short } = detector.best(index);
        for (const candidate of [long, short]) {
          if (!candidate || candidate.hold < settings.minHold || candidate.hold > settings.maxHold) continue;
          const year = yearOf(candidate.entry);
          addSetup(builder, { symbol, bars, gapLimit, year, candidate, asOf, last }, settings);
        }
      }
    }
    onProgress((month - first) / (last - first + 1));
  }
  onProgress(1);
  return builder.build();
}

/** The request of a scan on a day, with the prices before it. */
function scanFrom(universe: Universe, day: Day, { lookbackYears: years }: ModelSettings): DetectionRequest {
  const asOf = lastSessionBefore(universe.sessions, day);
  const days = sessionsOver(
    { ...CALENDAR, gapLimit: universe.gapLimit },
    universe.sessions,
    day,
    day + 3 * SCAN.sessions,
  ).slice(0, SCAN.sessions);
  const { minHold, maxHold } = SCAN;
  return searchOf(
    universe,
    days.map((entry) => ({ day: entry, asOf })),
    { years, minHold, maxHold },
  );
}

/** z of a row's window in its direction (METHOD 9); null if it cannot be computed. */
function strengthAt(
  { columns, sessions, gapLimit }: Universe,
  index: number,
  { entry: entries, end: ends, isLong }: Rows,
  row: number,
  isSelected: boolean,
  { lookbackYears: years }: ModelSettings,
): number | null {
  const entry = entries[row];
  const asOf = isSelected ? lastSessionBefore(sessions, monthOf(entry)) : entry - 1;
  const window = { entry, end: ends[row], years, cycle: 'consecutive', asOf } as const;
  const direction = isLong[row] === 1 ? 'long' : 'short';
  const found = { symbol: { columns, index }, window, direction, searchEntry: entry, gapLimit } as const;
  return windowStrength(found, NO_ROTATIONS)?.z ?? null;
}

/** First day of the period whose months share one null distribution. */
function periodOf(day: Day): Day {
  const { year, month } = dateOf(day);
  return dayOf(year, month - ((month - 1) % NULL_MONTHS), 1);
}
