import { disclaimerFor, REPLAY_DISCLAIMER } from '../../answers/phrases';
import { evaluatedPicks } from '../../answers/pickEvaluation';
import { EMPTY_HEAD } from '../../core/record/ledger';
import { countedReplay } from '../../core/record/replay';
import { trackedPicks } from '../../core/record/trackRecord';
import type { Output } from '../../operation';
import { currentPrices, type ServiceDeps } from '../screening/deps';

/**
 * The picks that GET /daily-pick/track-record counts (replayed or published), one by one, with statistical tests.
 *
 * @throws scan_busy
 */
export async function pickEvaluation({
  screening,
  ledger,
  replayed,
}: ServiceDeps): Promise<Output<'getPickEvaluation'>> {
  const snapshot = await currentPrices(screening);
  const { simulated } = snapshot;
  const records = await ledger.all();
  const { seq, hash } = records.at(-1) ?? EMPTY_HEAD;
  const tracked = trackedPicks(records, simulated);
  const sessions = replayed.over(snapshot);
  const replay = tracked.length === 0 && sessions.length > 0;
  const picks = replay
    ? countedReplay(sessions).map((pick) => ({ ...pick, probability: null, record: null }))
    : tracked.map((pick) => ({
        ...pick,
        probability: pick.pick.ml.ml_win_prob,
        record: { seq: pick.pick.seq, hash: pick.pick.hash },
      }));
  return {
    ...evaluatedPicks(picks),
    replay,
    head: { seq, hash },
    disclaimer: replay ? REPLAY_DISCLAIMER : disclaimerFor(simulated),
  };
}
