import { fixedClock } from '../clock';
import type { Model } from '../core/model/predict';
import { loadMarkets } from '../seeds';
import { openStorage } from '../storage/open';
import { TrainingError } from './train';
import { trainOnStored } from './trainStored';

/** What the thread is told. */
export interface TrainWork {
  /** As `Storage.url`. */
  readonly databaseUrl: string;
  /** Instant the prices are seen from, milliseconds since 1970. */
  readonly now: number;
}

/** What it answers. `refused`: there is too little to train on. */
export type TrainResult = { readonly model: Model } | { readonly refused: string };

/** Trains in a background thread: prices in, a model out. It writes nothing, so that the thread may be ended at any moment. */
export default async function train({ databaseUrl, now }: TrainWork): Promise<TrainResult> {
  const storage = await openStorage(databaseUrl);
  try {
    const { model } = await trainOnStored({
      prices: storage.prices,
      markets: loadMarkets(),
      clock: fixedClock(new Date(now)),
    });
    return { model };
  } catch (error) {
    if (error instanceof TrainingError) return { refused: error.message };
    throw error;
  } finally {
    await storage.close();
  }
}
