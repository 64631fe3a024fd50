import { stoppedClock } from '../clock';
import type { Model } from '../core/model/predict';
import { loadMarkets } from '../seeds';
import { openStorage } from '../storage/open';
import { TrainingError, trainOnStored } from './train';

/** Input of the thread. */
export interface TrainWork {
  /** As `Storage.url`. */
  readonly databaseUrl: string;
  /** Time of the clock, milliseconds since 1970. */
  readonly now: number;
}

/** Result of the thread. `refused`: why there is too little to train on. */
export type TrainResult = { readonly model: Model } | { readonly refused: string };

/** Trains a model in a background thread. It writes nothing, so that the thread can be terminated at any time. */
export default async function train({ databaseUrl, now }: TrainWork): Promise<TrainResult> {
  const storage = await openStorage(databaseUrl);
  try {
    const { model } = await trainOnStored({
      prices: storage.prices,
      markets: loadMarkets(),
      clock: stoppedClock(new Date(now)),
    });
    return { model };
  } catch (error) {
    if (error instanceof TrainingError) return { refused: error.message };
    throw error;
  } finally {
    await storage.close();
  }
}
