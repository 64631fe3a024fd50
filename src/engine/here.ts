import type { Candidate } from '../core/detection/candidate';
import { turns } from '../turns';
import { type HeatTask, heating } from './heat';
import { type MeasureTask, measuring } from './measure';
import { type SearchTask, search } from './search';

/** Searches in this thread, letting requests in between symbols and stopping at the signal. */
export function searchHere(task: SearchTask, signal?: AbortSignal): Promise<Candidate[]> {
  const turn = turns();
  return search(task, () => {
    signal?.throwIfAborted();
    return turn();
  });
}

/** Measures windows in this thread; those not reached when the signal aborts stay unmeasured. */
export async function measureHere(task: MeasureTask, signal?: AbortSignal): Promise<void> {
  const turn = turns();
  if (signal?.aborted) return;
  for (const _ of measuring(task)) {
    await turn();
    if (signal?.aborted) return;
  }
}

/** Computes a heat map in this thread. @throws the signal's reason */
export async function heatHere(task: HeatTask, signal?: AbortSignal): Promise<void> {
  const turn = turns();
  for (const _ of heating(task)) {
    signal?.throwIfAborted();
    await turn();
  }
}
