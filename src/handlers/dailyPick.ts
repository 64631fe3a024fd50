import type { Handler } from '../operation';
import { latestPick, ledgerPage, trackRecord } from '../services/dailyPick';
import type { ServiceDeps } from '../services/deps';
import { pickEvaluation } from '../services/pickEvaluation';

/** GET /daily-pick (SPEC 4.14). */
export function dailyPickHandler(deps: ServiceDeps): Handler<'getDailyPick'> {
  return ({ view, include }) => latestPick(deps, { view, withChart: include === 'chart' });
}

/** GET /daily-pick/track-record (SPEC 4.15). */
export function trackRecordHandler(deps: ServiceDeps): Handler<'getTrackRecord'> {
  return () => trackRecord(deps);
}

/** GET /daily-pick/evaluation: the picks one by one, and tests of them. */
export function pickEvaluationHandler(deps: ServiceDeps): Handler<'getPickEvaluation'> {
  return () => pickEvaluation(deps);
}

/** GET /daily-pick/ledger: a cursor is the position of the last record seen. */
export function ledgerHandler(deps: ServiceDeps): Handler<'listLedger'> {
  return ({ cursor, limit }) => ledgerPage(deps, { after: Number(cursor ?? 0), limit });
}
