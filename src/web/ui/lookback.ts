import inputs from '../../../generated/pages.json';

/** Bounds of the lookback, by the contract. */
export const YEARS = inputs.compareSymbols.parameters.years;

/** Which years count. */
export const CYCLES = [
  ['consecutive', 'every year'],
  ['pe', 'as this year in the election cycle'],
  ['pe0', 'election years'],
  ['pe1', 'years after elections'],
  ['pe2', 'midterm years'],
  ['pe3', 'years before elections'],
] as const satisfies readonly (readonly [(typeof inputs.compareSymbols.parameters.pe_cycle.enum)[number], string])[];

export type Cycle = (typeof CYCLES)[number][0];

/** Named parts of the year. */
export const PERIODS = inputs.compareSymbols.parameters.period.enum;

/** One of some texts, or what stands in for it: what an address says is a stranger's. */
export function oneOf<const T extends string>(text: string, accepted: readonly T[], otherwise: T): T {
  return accepted.find((one) => one === text) ?? otherwise;
}
