import { publishedEvidence } from '../../../src/answers/publishedEvidence';
import type { ForwardBand } from '../../../src/core/evidence/forwardResult';
import { forwardResult } from '../../helpers/forwardResult';

const BAND: ForwardBand = {
  p_symbol: 'all',
  windows: 1_200,
  months: 24,
  beyond_drift_pct: 0.345678,
  beyond_drift_error: 0.12,
  share_above_drift: 0.5412,
  share_error: 0.0123,
  beyond_random_pct: -0.1,
  beyond_random_error: 0.2,
};
const FEW: ForwardBand = {
  ...BAND,
  p_symbol: '<= .05',
  windows: 1,
  beyond_drift_pct: -0.5,
  beyond_drift_error: null,
  share_above_drift: 0,
  share_error: null,
};
const NONE: ForwardBand = { ...FEW, windows: 0, beyond_drift_pct: null, share_above_drift: null };
const published = (bands: readonly ForwardBand[], changes: Parameters<typeof forwardResult>[0] = {}) =>
  publishedEvidence(forwardResult({ tables: [{ ranking: 'sharpe', bands }], ...changes }), 'DOW 30 STOCKS', 'd1');

describe('published evidence', () => {
  test('states the figures in sentences, whether positive or negative', () => {
    expect(published([BAND, FEW]).statements.slice(0, 2)).toEqual([
      "2 months, 2019-10 to 2019-11, 3 symbols of market 0 (DOW 30 STOCKS). For each month: each symbol's best window by each ranking among those that a scan returns (holds of 5 to 60 days, lookback 10 years, 999 rotations), chosen from the prices before it, and its next return.",
      'By sharpe: 1200 windows made +0.35% (0.12) beyond drift, 2.9 standard errors from zero; 54.1% (1.2%) did better than drift. With p_symbol of at most .05: 1 window made -0.50% beyond drift; 0.0% did better than drift.',
    ]);
    expect(published([BAND, NONE]).statements[1]).toMatch(/ With p_symbol of at most \.05: no window\.$/);
  });

  test('rounds the figures, and names the market', () => {
    const { tables, market, settings } = published([BAND]);
    expect(tables).toEqual([{ ranking: 'sharpe', bands: [{ ...BAND, beyond_drift_pct: 0.3457 }] }]);
    expect(market).toEqual({ id: '0', name: 'DOW 30 STOCKS' });
    expect(settings).toEqual({ years: '10', min_hold: 5, max_hold: 60, rotations: 999 });
  });

  test('says whether it rests on the prices and the engine in service', () => {
    const now = published([BAND]);
    expect(now.current).toBe(true);
    expect(now.statements.at(-1)).toBe(
      'Made at 2020-06-30T15:00:00.000Z over prices through 2020-06-29, data version d1, that of the prices in service; by engine version 3, as in service.',
    );
    const before = published([BAND], { data_version: 'd0' });
    expect(before.current).toBe(false);
    expect(before.statements.at(-1)).toContain(
      'data version d0, which is not that of the prices in service, d1; by engine version 3, as in service.',
    );
    const older = published([BAND], { engine_version: '1' });
    expect(older.current).toBe(false);
    expect(older.statements.at(-1)).toContain('by engine version 1, where version 3 is in service');
  });

  test('says what was left out, and that prices are simulated', () => {
    const said = published([BAND], { simulated: true, unfinished: 7, unreadable: ['A', 'B'] });
    expect(said.statements[0]).toContain('(DOW 30 STOCKS), simulated prices, which say nothing of markets.');
    expect(said.statements).toEqual(
      expect.arrayContaining([
        'Left out: 7 windows not over or lacking prices.',
        'Left out: 2 symbols whose prices cannot be read.',
      ]),
    );
    expect(said.unreadable).toBe(2);
  });

  test('names at most 20 sources', () => {
    const sources = Array.from({ length: 30 }, (_, i) => `file ${i}`);
    expect(published([BAND], { sources }).sources).toEqual(sources.slice(0, 20));
  });
});
