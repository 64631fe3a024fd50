import type { Schemas } from '../api/client';

type Measure = Schemas['HeatMeasure'];

/** The colour scale of a heat map: steps on either side of drift. */
export interface HeatScale {
  /** Differences from drift at which each stronger colour starts. */
  readonly steps: readonly number[];
  /** Unit, as the legend names it. */
  readonly unit: string;
  write(value: number): string;
}

const signed = (value: number, decimals: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(decimals)}`;

/** The same steps for every symbol, so that two maps can be compared. */
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

/** Level of a value; null for a missing value. */
export function levelOf(scale: HeatScale, value: number | null, anyDate: number | null): Level | null {
  if (value === null) return null;
  const difference = value - (anyDate ?? 0);
  const steps = scale.steps.filter((step) => Math.abs(difference) >= step).length;
  return LEVELS[4 + Math.sign(difference) * steps];
}

/** Strength of the colour, percent. */
const SHARES = [0, 24, 48, 74, 100];

export function colourOf(level: Level): string {
  if (level === 0) return 'var(--sunken)';
  return `color-mix(in oklab, var(--${level > 0 ? 'up' : 'down'}) ${SHARES[Math.abs(level)]}%, var(--sunken))`;
}

/** The difference at which a level starts, for the legend. */
export function boundOf(scale: HeatScale, level: Level): string {
  if (level === 0) return 'drift';
  const from = Math.sign(level) * scale.steps[Math.abs(level) - 1];
  return scale.write(from);
}
