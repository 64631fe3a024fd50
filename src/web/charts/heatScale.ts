import type { Schemas } from '../api/client';

type Measure = Schemas['HeatMeasure'];

/** How far the colours of a heat map reach: steps to either side of drift. */
export interface HeatScale {
  /** Beyond drift, where each stronger colour begins. */
  readonly steps: readonly number[];
  /** Of the legend. */
  readonly unit: string;
  write(value: number): string;
}

const signed = (value: number, decimals: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(decimals)}`;

/** The same limits for every symbol, so that two pages can be laid side by side. */
export const SCALES: Readonly<Record<Measure, HeatScale>> = {
  z: {
    steps: [0.25, 0.75, 1.25, 1.75],
    unit: 'z, in units of its own spread from year to year',
    write: (value) => signed(value, 2),
  },
  avg_return: {
    steps: [0.5, 2, 5, 10],
    unit: 'percentage points of average return beyond any date',
    write: (value) => signed(value, value % 1 === 0 ? 0 : 1),
  },
  win_rate: {
    steps: [0.05, 0.15, 0.25, 0.35],
    unit: 'percentage points of years won beyond any date',
    write: (value) => signed(100 * value, 0),
  },
};

/** From the strongest below drift to the strongest above it. */
export const LEVELS = [-4, -3, -2, -1, 0, 1, 2, 3, 4] as const;
export type Level = (typeof LEVELS)[number];

/** How strong the colour of a value is; null where there is none. */
export function levelOf(scale: HeatScale, value: number | null, anyDate: number | null): Level | null {
  if (value === null) return null;
  const beyond = value - (anyDate ?? 0);
  const steps = scale.steps.filter((step) => Math.abs(beyond) >= step).length;
  return LEVELS[4 + Math.sign(beyond) * steps];
}

/** Strength of the colour, percent. */
const SHARES = [0, 24, 48, 74, 100];

export function colourOf(level: Level): string {
  if (level === 0) return 'var(--sunken)';
  return `color-mix(in oklab, var(--${level > 0 ? 'up' : 'down'}) ${SHARES[Math.abs(level)]}%, var(--sunken))`;
}

/** Where a level begins, for the legend. */
export function boundOf(scale: HeatScale, level: Level): string {
  if (level === 0) return 'drift';
  const from = Math.sign(level) * scale.steps[Math.abs(level) - 1];
  return scale.write(from);
}
