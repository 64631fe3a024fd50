import { cardChart } from '../answers/chart';
import { type Day, toIso } from '../core/calendar/dates';
import type { EvaluatedSetup } from '../core/window/setup';
import { invalidRequest } from '../errors';

/** The two charts behind a card (`include=chart`). */
export function chartOf(setup: EvaluatedSetup) {
  return cardChart(setup);
}

export function isoOrNull(day: Day | null): string | null {
  return day === null ? null : toIso(day);
}

/** @throws invalid_request when both bounds are given the wrong way round */
export function requireHoldOrder({ min_days, max_days }: { min_days?: number; max_days?: number }): void {
  if (min_days !== undefined && max_days !== undefined && min_days > max_days) {
    throw invalidRequest(`min_days must not be above max_days; got min_days=${min_days} and max_days=${max_days}`);
  }
}
