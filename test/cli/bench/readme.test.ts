import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GUIDE, withMeasured } from '../../../scripts/bench/readme';
import type { Row } from '../../../scripts/bench/table';

const ROWS: Row[] = [
  { name: 'plain', median: 4000, min: 3900, max: 4100, unit: '1/s' },
  { name: 'ours', median: 2100.4, min: 1, max: 2, unit: '1/s', budget: 2000, atLeast: true, baseline: 4000 },
  { name: '  ready', median: 812.3, min: 1, max: 2, unit: 'ms', budget: 700, note: '792 symbols' },
];
const MEASURED = { name: 'http', rows: ROWS, circumstances: 'today, here' };
const TEXT = 'before\n<!-- measured: mcp -->\nx\n<!-- end -->\n<!-- measured: http -->\nold\n<!-- end -->\nafter\n';

test('figures with a budget replace those between their marks, and show a missed budget', () => {
  expect(withMeasured(TEXT, MEASURED)).toBe(`before
<!-- measured: mcp -->
x
<!-- end -->
<!-- measured: http -->

today, here:

|  | median | budget | ratio |
| --- | --- | --- | --- |
| ours | 2,100 1/s | >= 2,000 1/s | 0.53x |
| ours: ready | 812 ms | <= 700 ms, **missed** | 792 symbols |

<!-- end -->
after
`);
});

test('a second run changes nothing', () => {
  const once = withMeasured(TEXT, MEASURED);
  expect(withMeasured(once, MEASURED)).toBe(once);
});

test('a guide without the marks is refused with their text', () => {
  expect(() => withMeasured('nothing', MEASURED)).toThrow('<!-- measured: http -->');
});

test.each(['kernel', 'http', 'significance', 'memory', 'replicas', 'feeds', 'fairness', 'export'])(
  'the guide has a place for %s',
  (name) => {
    const guide = readFileSync(join(__dirname, '../../..', GUIDE), 'utf8');
    expect(() => withMeasured(guide, { ...MEASURED, name })).not.toThrow();
  },
);
