import { screen, screenYears } from '../../../src/core/detection/screen';
import { seeded } from '../../helpers/syntheticBars';

const HOLDS = { from: 3, to: 40 };
const YEARS = 9;

/** The holds at which few enough years lose, looked at one by one. */
function slowScreen(
  codes: Uint16Array,
  base: readonly number[],
  entry: readonly number[],
  isLong: boolean,
  most: number,
) {
  const holds: number[] = [];
  for (let hold = HOLDS.from; hold <= HOLDS.to; hold++) {
    const lost = base.filter((b, k) => (isLong ? codes[b + hold] < entry[k] : codes[b + hold] > entry[k]));
    if (lost.length <= most) holds.push(hold);
  }
  return holds;
}

test.each(['long', 'short'])('every hold is judged as by looking at each of its years: %s', (direction) => {
  const random = seeded(7);
  const isLong = direction === 'long';
  let kept = 0;
  for (let round = 0; round < 400; round++) {
    // Few different codes, so that ties and long losing runs are frequent.
    const codes = Uint16Array.from({ length: YEARS * 60 }, () => 30 + Math.floor(random() * 6));
    const base = Array.from({ length: YEARS }, (_, k) => 60 * k);
    const entry = Array.from({ length: YEARS }, () => 29 + Math.floor(random() * 8));
    const allowed = Math.floor(random() * YEARS);
    const want = slowScreen(codes, base, entry, isLong, allowed);
    const years = screenYears(YEARS);
    years.base.set(base);
    years.code.set(entry);
    const passed = new Uint16Array(HOLDS.to + 1);
    const found = screen(codes, years, YEARS, isLong, HOLDS.from, HOLDS.to, allowed, passed);
    expect([...passed.subarray(0, found)]).toEqual(want);
    kept += found;
  }
  expect(kept).toBeGreaterThan(1000);
});
