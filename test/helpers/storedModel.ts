import BetterSqlite3 from 'better-sqlite3';
import type { Model } from '../../src/core/model/predict';
import { DEFAULT_SETTINGS } from '../../src/core/model/settings';
import { trainModel } from '../../src/jobs/train';
import { usageFileOf } from '../../src/storage/sqliteCounters';
import type { TestApp } from './app';
import { modelUniverse } from './modelUniverse';
import { trainingSet } from './trainingSet';

const settings = { ...DEFAULT_SETTINGS, everyWeeks: 8, minFitRows: 100 };
let trained: Model | undefined;

/** A small model with an evaluation, trained on invented prices through 2018 that count as real. */
export function smallModel(): Model {
  const universe = modelUniverse({ seed: 'small', symbols: 4, fromYear: 1995, toYear: 2018, season: 0.1 });
  trained ??= trainModel(trainingSet(universe, settings), {
    settings,
    dataVersion: 'small',
    pricesThrough: null,
    simulated: false,
  });
  return trained;
}

/** Stores the small model as `npm run train` in another process would, as a model of the prices in service. */
export async function storeModel({ storage, clock }: TestApp, changes: Partial<Model> = {}): Promise<Model> {
  const { dataVersion } = await storage.prices.index();
  const model = { ...smallModel(), dataVersion, ...changes };
  await storage.models.put(model, clock.now());
  return model;
}

/** Starts every test with a full allowance, since all share the day of a fixed clock. */
export function forgetCharges({ file }: TestApp): void {
  const usage = new BetterSqlite3(usageFileOf(file));
  usage.exec('DELETE FROM ml_charge');
  usage.close();
}
