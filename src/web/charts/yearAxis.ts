import { ruleX } from '@observablehq/plot';
import { DAYS_IN_YEAR, dayOfYear, monthTicks } from '../ui/calendarYear';

/** Shared by the charts of a calendar year, so that their days are aligned. */
export const YEAR_MARGINS = { marginLeft: 40, marginRight: 12, marginBottom: 28 } as const;

/** The x scale from January to December. @param width of the chart, pixels: narrow charts show one letter a month */
export function yearScale(width: number) {
  const nameAt = new Map(monthTicks.map(({ at, name }) => [at, width < 520 ? name.slice(0, 1) : name]));
  return {
    domain: [0, DAYS_IN_YEAR],
    label: null,
    ticks: [...nameAt.keys()],
    tickFormat: (at: number) => nameAt.get(at) ?? '',
  };
}

/** A vertical line at the current day. */
export function nowRule(date: string) {
  return ruleX([dayOfYear(date)], { stroke: 'var(--text-soft)', strokeDasharray: '3 3' });
}
