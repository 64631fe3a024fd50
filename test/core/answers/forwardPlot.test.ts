import { forwardPlot } from '../../../src/answers/forwardPlot';
import { type ForwardTable, P_BANDS } from '../../../src/core/evidence/forwardSummary';

function table(
  ranking: ForwardTable['ranking'],
  means: readonly (number | null)[],
  error: number | null,
): ForwardTable {
  return {
    ranking,
    bands: P_BANDS.map(({ name }, i) => ({
      p_symbol: name,
      windows: 10,
      months: 5,
      beyond_drift_pct: means[i],
      beyond_drift_error: means[i] === null ? null : error,
      share_above_drift: 0.5,
      share_error: 0.1,
      beyond_random_pct: null,
      beyond_random_error: null,
    })),
  };
}

test('one dot a band that has windows, each with its interval, and the rankings by name', () => {
  const svg = forwardPlot([
    table('sharpe', [0.1, 0.5, null, 0.1, -0.2], 0.2),
    table('edge', [0.1, 0.4, 0.2, 0.1, -0.1], null),
  ]);
  expect(svg.match(/<circle /g)).toHaveLength(3 + 4);
  expect(svg.match(/<path [^>]*V[^>]* stroke="#1b1b1b"\/>/g)).toHaveLength(3);
  for (const name of ['sharpe', 'edge', 'drift', '&lt;= .05', '&gt; .5']) expect(svg).toContain(`>${name}</text>`);
  expect(svg).not.toMatch(/NaN|Infinity|<script|href/);
});

test('nothing walked is an empty plot, not a broken one', () => {
  expect(forwardPlot([])).not.toMatch(/NaN|Infinity/);
  expect(forwardPlot([table('sharpe', [null, null, null, null, null], null)])).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
});
