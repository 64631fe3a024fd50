import inputs from '../../../generated/pages.json';

/** Schema of the lookback in years. */
export const YEARS = inputs.compareSymbols.parameters.years;

/** Election-cycle filters of the lookback, with their labels. */
export const CYCLES = [
  ['consecutive', 'every year'],
  ['pe', 'as this year in the election cycle'],
  ['pe0', 'election years'],
  ['pe1', 'years after elections'],
  ['pe2', 'midterm years'],
  ['pe3', 'years before elections'],
] as const satisfies readonly (readonly [(typeof inputs.compareSymbols.parameters.pe_cycle.enum)[number], string])[];

export type Cycle = (typeof CYCLES)[number][0];

/** Named periods of the year. */
export const PERIODS = inputs.compareSymbols.parameters.period.enum;

/** A text of a URL if it is one of the accepted values, otherwise the fallback. */
export function oneOf<const T extends string>(text: string, accepted: readonly T[], fallback: T): T {
  return accepted.find((value) => value === text) ?? fallback;
}
