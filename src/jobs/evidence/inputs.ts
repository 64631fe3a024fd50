import { toIso } from '../../core/calendar/dates';
import { type RecordedTrial, tryInputs } from '../../core/model/inputTrial';
import { DEFAULT_SETTINGS, MODEL_CODE } from '../../core/model/settings';
import { extentOf } from '../../core/model/setups';
import { TrainingError } from '../train';
import { type StoredPrices, storedSeries } from '../trainStored';
import { type InputStage, inputRows } from './inputRows';

export interface InputTrialOptions extends StoredPrices {
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
  const { series, dataVersion, simulated, unreadable } = await storedSeries(stored);
  const settings = DEFAULT_SETTINGS;
  const rows = await inputRows(series, { settings, rotations, onProgress });
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
