/**
 * p of METHOD 9: how often shuffled calendars do as well, the calendar as it was counted among them; never 0. Covered by
 * test/core/significance/significance.test.ts.
 */
export function chanceOf(exceeding: number, rotations: number): number {
  return (1 + exceeding) / (rotations + 1);
}
