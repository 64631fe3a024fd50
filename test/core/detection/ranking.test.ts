import { type Rankable, type RankBy, rankingBy } from '../../../src/core/detection/ranking';
import type { Significance } from '../../../src/core/significance/significance';
import type { Evidence } from '../../../src/core/window/evidence';
import { judged, named, pending } from '../../helpers/significance';

type Changes = Partial<Omit<Rankable, 'evidence'>> & { readonly evidence?: Partial<Evidence> };

const row = ({ evidence, ...changes }: Changes): Rankable => ({
  symbol: 'B',
  direction: 'long',
  entry: 19_000,
  hold: 20,
  evidence: { sharpe: 1, yearsTested: 10, winRate: 0.9, mean: 2, ...evidence } as Evidence,
  edgeScore: 50,
  significance: judged(),
  mlWinProb: 0.5,
  ...changes,
});

test.each<[string, RankBy, Changes]>([
  ['the higher edge score', 'edge', { edgeScore: 51, evidence: { sharpe: 0 } }],
  ['the higher win rate', 'win_rate', { evidence: { winRate: 0.91, sharpe: 0 } }],
  ['the higher Sharpe ratio', 'sharpe', { evidence: { sharpe: 1.01 } }],
  ['the higher win probability', 'ml', { mlWinProb: 0.51, evidence: { sharpe: 0 } }],
  ['the higher average', 'avg_return', { evidence: { mean: 2.00001, sharpe: 0 } }],
  ['the smaller p_symbol', 'significance', { significance: judged({ pSymbol: 0.029, z: 1 }), evidence: { sharpe: 0 } }],
  ['of equal p_symbol the higher z', 'significance', { significance: judged({ z: 1.76 }), evidence: { sharpe: 0 } }],
  ['of equal p_symbol and z the higher Sharpe ratio', 'significance', { evidence: { sharpe: 1.01 } }],
  ['of equal edge scores the higher Sharpe ratio', 'edge', { evidence: { sharpe: 1.01, yearsTested: 1 } }],
  ['then more years', 'edge', { evidence: { yearsTested: 11 }, entry: 20_000 }],
  ['then the earlier entry', 'edge', { entry: 18_999, hold: 30 }],
  ['then the shorter hold', 'edge', { hold: 19, symbol: 'C' }],
  ['then the symbol', 'edge', { symbol: 'A', direction: 'short' }],
])('%s comes first by %s', (_, rankBy, changes) => {
  const order = rankingBy(rankBy);
  expect(order(row(changes), row({}))).toBeLessThan(0);
  expect(order(row({}), row(changes))).toBeGreaterThan(0);
});

test('a long comes before its short', () => {
  expect(rankingBy('sharpe')(row({}), row({ direction: 'short' }))).toBeLessThan(0);
  expect(rankingBy('sharpe')(row({}), row({}))).toBe(0);
});

test('a row without a prediction ranks last by the model', () => {
  for (const mlWinProb of [null, undefined]) {
    expect(rankingBy('ml')(row({ mlWinProb: 0 }), row({ mlWinProb }))).toBeLessThan(0);
  }
});

describe('by significance, a row without p_symbol', () => {
  const before = (first: Significance, second: Significance) => {
    const order = rankingBy('significance');
    expect(order(row({ significance: first }), row({ significance: second }))).toBeLessThan(0);
    expect(order(row({ significance: second }), row({ significance: first }))).toBeGreaterThan(0);
  };
  test('ranks after rows with one', () => before(judged({ pSymbol: 0.98, z: 0.1 }), pending({ z: 3 })));
  test('ranks by z', () => before(pending({ z: 2 }), pending({ z: 1.9 })));
  test('ranks by z against a named window', () => before(named(0.5), pending({ z: 1.7 })));
  test('ranks last without a z', () => {
    before(pending({ z: -3 }), judged({ status: 'not_applicable', z: null, pSymbol: null, pSearch: null }));
  });
});
