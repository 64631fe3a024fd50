import { ruleX } from '@observablehq/plot';
import { monthTicks, PLACES, placeOf } from '../ui/calendarYear';

/** What charts of a calendar year share, so that a day stands at the same place in those below each other. */
export const YEAR_MARGINS = { marginLeft: 40, marginRight: 12, marginBottom: 28 } as const;

/** January to December across. @param width of the chart, pixels: narrow ones have room for a letter */
export function yearScale(width: number) {
  const nameAt = new Map(monthTicks.map(({ at, name }) => [at, width < 520 ? name.slice(0, 1) : name]));
  return {
    domain: [0, PLACES],
    label: null,
    ticks: [...nameAt.keys()],
    tickFormat: (at: number) => nameAt.get(at) ?? '',
  };
}

/** Where we are in the year. */
export function nowRule(date: string) {
  return ruleX([placeOf(date)], { stroke: 'var(--text-soft)', strokeDasharray: '3 3' });
}
