import type { Caller } from './callers';
import type { Player } from './player';

const WINDOWS = ['now', 'next_2_weeks', 'next_month', '2024-07-01..2024-07-31', '2024-07-01..2025-06-30'];
const SCANS = [
  ...WINDOWS.map((window) => `markets=dow30&window=${window}`),
  'markets=0,11',
  'markets=etfs,crypto',
  'markets=16&years=5',
  'markets=10&direction=short',
  'markets=9,10,11,16',
  'markets=0&pe_cycle=pe',
  'markets=0&pe_cycle=pe2&years=8',
  'markets=0&view=table',
  'markets=0&view=full&limit=2',
  'markets=0&include=ml',
  'markets=0&rank_by=edge',
  'markets=0&rank_by=significance',
  'markets=0&rank_by=win_rate',
  'markets=0&min_win_rate=0.9&min_avg_return=2',
  'markets=0&max_p_symbol=0.2',
  'markets=0&max_p_search=0.5',
  'markets=0&min_days=10&max_days=20&limit=500',
  'markets=0&pool=200&limit=200&view=table',
  'markets=0&limit=5000',
  '',
  'markets=nothing',
  'markets=0,nothing',
  'markets=13',
  'markets=0,13',
  'markets=0&window=2024-08-01..2024-07-01',
  'markets=0&window=2023-01-01..2023-02-01',
  'markets=0&years=99',
  'markets=0&limit=0',
  'markets=0&markets=11',
];
const TABLES = [
  '/v1/scan?markets=0',
  '/v1/scan?markets=0,11&window=next_month&limit=100',
  '/v1/opportunities?market=0',
  '/v1/opportunities/AAPL?market=0',
  '/v1/symbols/SPY/opportunities?market=11',
  '/v1/daily-pick/track-record',
  '/v1/seasonal-chart?market=0&symbol=AAPL',
  '/v1/daily-pick/ledger',
  '/v1/markets/0/symbols',
  '/v1/compare?symbols=AAPL,MSFT,KO&market=0&entry_date=2024-07-01&days_out=15',
];
const ANALYSES = [
  '/v1/analyze/AAPL',
  '/v1/analyze/AAPL?entry_date=2024-07-01&days_out=15&direction=long',
  '/v1/analyze/BRK.B',
  '/v1/analyze/AAPL?days_out=20&view=full',
  '/v1/analyze/KO?entry_date=2024-07-08',
  '/v1/analyze/BTC?market=16',
  '/v1/analyze/BTC-USD',
  '/v1/analyze/EURUSD=X',
  '/v1/analyze/EURUSD%3DX?years=5',
  '/v1/analyze/%5EGSPC',
  '/v1/analyze/nothing',
  '/v1/analyze/SPY?include=ml&view=full',
  '/v1/analyze/SPY?period=month&reverse=true',
  '/v1/analyze/XOM?market=13',
  '/v1/patterns/0/AAPL',
  '/v1/patterns/dow30/KO?days_out=30',
  '/v1/patterns/DOW%2030%20STOCKS/KO',
  '/v1/patterns/16/btc',
  '/v1/patterns/11/SPY?pe_cycle=pe&years=6',
  '/v1/patterns/99/AAPL',
  '/v1/seasonal-chart?market=11&symbol=SPY&years=20',
  '/v1/symbols/AAPL/heatmap?market=0',
  '/v1/symbols/SPY/heatmap?market=11&measure=win_rate&direction=short&min_days=5&max_days=40',
  '/v1/symbols/BTC-USD/heatmap?market=16&days_step=10&entry_step=7',
  '/v1/compare?symbols=SPY,QQQ,IWM,TLT&market=11',
  '/v1/compare?symbols=AAPL',
  '/v1/compare?symbols=AAPL,AAPL',
  '/v1/compare?symbols=AAPL,nothing&market=0',
  '/v1/markets',
  '/v1/markets/11/symbols',
  '/v1/markets/0/symbols?prefix=A',
  '/v1/markets/0/symbols?q=apple&limit=2',
  '/v1/methodology',
  '/v1/me',
  '/v1/daily-pick?view=full&include=ml',
  '/v1/daily-pick/evaluation',
];
const BASKETS = [
  [
    { symbol: 'AAPL', weight_pct: 50 },
    { symbol: 'MSFT', weight_pct: 50 },
  ],
  [
    { symbol: 'AAPL', weight_pct: 60, direction: 'long' },
    { symbol: 'KO', weight_pct: 40, market: '0', direction: 'short' },
  ],
  [
    { symbol: 'SPY', weight_pct: 70, market: '11' },
    { symbol: 'BTC-USD', weight_pct: 30 },
  ],
  [{ symbol: 'AAPL', weight_pct: 150 }],
  [{ symbol: 'nothing', weight_pct: 100 }],
  [],
];
const SCANNERS: readonly Caller[] = ['business', 'free', 'pro', 'dev', 'demo'];

/** Screens and analyses, computed and cached, for every plan. */
export async function playScreening(player: Player): Promise<void> {
  for (const [i, query] of SCANS.entries()) {
    const url = query === '' ? '/v1/scan' : `/v1/scan?${query}`;
    await player.get(SCANNERS[i % 2 === 0 ? 0 : i % SCANNERS.length], url);
    // Cached by now: for the same account, and for another.
    if (i % 3 === 0) await player.get('business', url, { 'Accept-Encoding': 'gzip' });
    if (i % 5 === 0) await player.get('pro', url, { 'If-None-Match': 'LAST' });
  }
  for (const [i, url] of ANALYSES.entries()) {
    await player.get('business', url);
    await player.get(SCANNERS[i % SCANNERS.length], url, { 'Accept-Encoding': 'gzip' });
  }
  for (const positions of BASKETS) {
    const basket = { positions: positions.map((one) => ({ direction: 'long', ...one })), horizon: '30', years: 10 };
    await player.post('business', '/v1/portfolio/scenarios', { ...basket, start_date: '2024-07-01' });
    await player.post('free', '/v1/portfolio/scenarios', { ...basket, benchmark: 'SPY' });
  }
}

/** Every table as CSV and as NDJSON, by parameter and by header: plain, compressed, unchanged (304), and as HEAD. */
export async function playTables(player: Player): Promise<void> {
  for (const url of TABLES) {
    const joined = `${url}${url.includes('?') ? '&' : '?'}format=`;
    await player.get('business', `${joined}csv`);
    await player.get('business', `${joined}ndjson`, { 'Accept-Encoding': 'gzip' });
    await player.get('business', url, { Accept: 'text/csv' });
    await player.get('free', url, { Accept: 'application/x-ndjson', 'Accept-Encoding': 'gzip, br' });
    await player.get('business', `${joined}csv`, { 'If-None-Match': 'LAST' });
    await player.ask('business', 'HEAD', `${joined}csv`);
    await player.get('business', `${joined}xlsx`);
    await player.get('business', `${joined}csv`, { Range: 'bytes=0-99' });
  }
}
