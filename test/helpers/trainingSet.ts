import { Census } from '../../src/core/model/selectionBias';
import type { ModelSettings } from '../../src/core/model/settings';
import { setupsOf, type TrainingSeries } from '../../src/core/model/setups';
import type { TrainingSet } from '../../src/jobs/train';

/** The training set of series in memory, ascending by symbol. */
export function trainingSet(series: readonly TrainingSeries[], settings: ModelSettings): TrainingSet {
  const census = new Census(settings);
  for (const one of series) census.add(one);
  return { symbols: series.length, setups: setupsOf(series, settings), census };
}
