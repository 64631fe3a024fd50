import type { PatternCard } from '../answers/shapes';
import { cardMarkdown, recordMetrics } from '../answers/widgets';
import type { Operations } from '../operation';
import { latestPick, ledgerPage, listTrackRecord, pickEvaluation, trackRecord } from '../services/record/dailyPick';
import type { ServiceDeps } from '../services/screening/deps';

/** The pick of the day and its record (SPEC 4.14, 4.15), and their widgets in OpenBB Workspace. */
export const dailyPick = {
  getDailyPick: latestPick,
  getTrackRecord: listTrackRecord,
  getPickEvaluation: pickEvaluation,
  listLedger: ledgerPage,
  getPickWidget: async (deps) => {
    const { card, disclaimer } = await latestPick(deps, { view: 'full' });
    // In this view the card is whole.
    return cardMarkdown(card as PatternCard, disclaimer);
  },
  getRecordWidget: async (deps) => {
    const { summary, replay } = await trackRecord(deps);
    return recordMetrics(summary, replay);
  },
} satisfies Operations<ServiceDeps>;
