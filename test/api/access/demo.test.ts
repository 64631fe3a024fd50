import { admitDemo, authorizeDemo, loadDemoAllowlist, parseDemoAllowlist } from '../../../src/access/tiers';
import { SeedError } from '../../../src/seedFile';

const allowlist = loadDemoAllowlist();

function ask(operation: string, ...symbols: string[]): void {
  const input =
    symbols.length === 1 ? { symbol: symbols[0] } : symbols.length > 1 ? { symbols: symbols.join(',') } : {};
  admitDemo(allowlist, operation);
  authorizeDemo(allowlist, operation, input);
}

test('the token and its tickers are those of DESIGN 5', () => {
  expect(allowlist.token).toBe('prn_demo');
  expect(allowlist.tickers).toEqual(['AAPL', 'MSFT', 'JPM', 'SPY', 'QQQ']);
});

const TICKER_OPERATIONS = [
  'analyzeSymbol',
  'getPattern',
  'getSeasonalChart',
  'listSymbolOpportunities',
  'listSymbolOpportunitiesAlias',
  'getHeatMap',
  'getHeatMapWidget',
  'getSymbolWidget',
  'compareSymbols',
];

test.each([
  'listMarkets',
  'getMe',
  'getMethodology',
  'getDailyPick',
  'getTrackRecord',
  'getPickEvaluation',
  'getPickWidget',
  'getRecordWidget',
])('%s is open to the demo token', (operation) => {
  expect(() => ask(operation)).not.toThrow();
});

describe.each(TICKER_OPERATIONS)('%s', (operation) => {
  test.each([[['AAPL']], [['aapl']], [[' spy ']], [['JPM', 'QQQ', 'MSFT']]])('about %s is open', (symbols) => {
    expect(() => ask(operation, ...symbols)).not.toThrow();
  });

  test.each([[['KO']], [['AAPL', 'KO']], [[]], [['']], [['AAPL,KO']]])('about %s is refused', (symbols) => {
    expect(() => ask(operation, ...symbols)).toThrow(expect.objectContaining({ code: 'demo_restricted', status: 403 }));
  });
});

test.each(['scanMarkets', 'listOpportunities', 'listSymbols', 'score', 'constructor', 'toString', ''])(
  '%s is refused, even about a demo ticker',
  (operation) => {
    expect(() => ask(operation, 'AAPL')).toThrow(expect.objectContaining({ code: 'demo_restricted', status: 403 }));
  },
);

test('the refusal names what was asked and what is open', () => {
  expect(() => ask('analyzeSymbol', 'AAPL', 'KO')).toThrow(
    "The demo token does not cover symbol 'KO'; it is limited to AAPL, MSFT, JPM, SPY, QQQ. Get a free key for more.",
  );
});

test.each<[string, unknown, RegExp]>([
  ['a list instead of an object', [], /demo\.json: the file is \[\]/],
  ['no token', { ...allowlist, token: '' }, /token is ""/],
  ['no tickers', { ...allowlist, tickers: [] }, /tickers is \[\]/],
  ['an invalid ticker', { ...allowlist, tickers: ['A B'] }, /tickers\[0\] is "A B", accepted is a ticker/],
  [
    'another kind of access',
    { ...allowlist, operations: { scanMarkets: 'yes' } },
    /operations\.scanMarkets is "yes", accepted is open, tickers/,
  ],
])('%s is refused', (_, content, message) => {
  expect(() => parseDemoAllowlist(content)).toThrow(SeedError);
  expect(() => parseDemoAllowlist(content)).toThrow(message);
});
