import type { Caller } from '../access/caller';
import { disclaimerFor } from '../answers/disclaimer';
import { absenceNote, bulkMl } from '../answers/predictions';
import { type Day, fromIso } from '../core/calendar/dates';
import { isPredicted, ML_DAYS_AHEAD, type MlOutcome } from '../core/model/absence';
import type { Handler, Input, Output } from '../operation';
import type { HandlerDeps } from '../services/deps';
import { HeldPredictions } from '../services/predicting';
import { exclusionOf, type PredictionItem } from '../services/predictions';
import { type ScoreListing, scoreListings } from '../services/scoreListing';
import { currentPrices } from '../services/screening';

type Body = Input<'scoreSetups'>['body'];
type Asked = Extract<Body, readonly unknown[]>[number];
type Answer = Output<'scoreSetups'>;
type Row = Extract<Answer, { scores: unknown }>['scores'][number];

/** POST /score (SPEC 4.11). */
export function scoreHandler(deps: HandlerDeps): Handler<'scoreSetups'> {
  return async ({ body }, { caller }) => {
    const { screening } = deps;
    const asked = itemsOf(body);
    const snapshot = await currentPrices(screening);
    const today = screening.clock.today();
    const listings = scoreListings(deps, snapshot, caller, asked);
    const items = asked.map((one, i) => itemOf(one, listings[i], today));
    const scorable = items.filter((item) => typeof item !== 'string');
    const held = await HeldPredictions.reserve(deps, snapshot, caller, scorable);
    const outcomes = (await held.settle([...scorable.keys()])).values();
    if (held.isSpent) return upgradeAnswer(deps, caller);
    const scores = asked.map((one, i) => rowOf(one, typeof items[i] === 'string' ? items[i] : outcomes.next().value!));
    return {
      granted: scores.filter((row) => 'win_prob' in row).length,
      ml_remaining_today: await deps.mlAllowance.remaining(caller),
      scores,
      model_version: (await screening.predictions.over(snapshot))?.version ?? null,
      disclaimer: disclaimerFor(snapshot.simulated),
    };
  };
}

/** The items of either form of the body; the body's market stands for items without one. */
function itemsOf(body: Body): readonly Asked[] {
  if (Array.isArray(body)) return body as readonly Asked[];
  const { opportunities, market } = body as Exclude<Body, readonly unknown[]>;
  return opportunities.map((item) => ({ ...item, market: item.market ?? market }));
}

/** An item that may be scored, or why it may not: those are told before anything is reserved (SPEC 4.11 rules 4, 5). */
function itemOf({ date, days_out, direction }: Asked, listing: ScoreListing, today: Day): PredictionItem | string {
  if (typeof listing === 'string') return listing;
  const { symbol, market, lastBar } = listing;
  const item = { symbol, market, entry: fromIso(date), hold: days_out, direction, asOf: lastBar };
  const excluded = exclusionOf(item, today);
  if (excluded !== null && excluded.reason !== 'past') return absenceNote(excluded, days_out);
  const inReach = item.entry >= today && item.entry <= today + ML_DAYS_AHEAD;
  return inReach ? item : absenceNote({ reason: 'entry_date' });
}

function rowOf({ symbol, date, direction, days_out }: Asked, outcome: MlOutcome | string): Row {
  const asked = { symbol, date, direction, days_out };
  if (typeof outcome === 'string') return { ...asked, note: `Not scored: ${outcome}` };
  if (isPredicted(outcome)) return { ...asked, ...bulkMl(outcome.prediction) };
  return { ...asked, note: `Not scored: ${absenceNote(outcome, days_out)}` };
}

/** Stands in place of scores once the day's allowance is spent (SPEC 4.11 rule 3). */
function upgradeAnswer({ tiers }: HandlerDeps, { tier }: Caller): Answer {
  return {
    requires: 'upgrade',
    reason: 'ml_daily_limit',
    message: `The daily limit of ${tier.mlPerDay} predictions is reached; it resets at 00:00 UTC, or upgrade at ${tiers.upgradeUrl}.`,
    upgrade_url: tiers.upgradeUrl,
    ml_remaining_today: 0,
  };
}
