/** Windows of like length, and the one hold at which their share that came true is measured (METHOD 10). Calendar days. */
export interface HoldBand {
  readonly from: number;
  readonly to: number;
  readonly studied: number;
}

export const HOLD_BANDS: readonly HoldBand[] = [
  { from: 5, to: 14, studied: 10 },
  { from: 15, to: 29, studied: 20 },
  { from: 30, to: 59, studied: 40 },
  { from: 60, to: 120, studied: 80 },
];

/** Shortest and longest hold of any band. */
export const STUDIED_HOLDS = { min: HOLD_BANDS[0].from, max: HOLD_BANDS[HOLD_BANDS.length - 1].to };

/** Index of the band of a hold; null outside all of them. */
export function bandOf(hold: number): number | null {
  const band = HOLD_BANDS.findIndex(({ from, to }) => from <= hold && hold <= to);
  return band < 0 ? null : band;
}
