import type { Caller } from '../callers';
import type { Player } from '../player';

const MINUTE_MS = 60_000;
const item = (symbol: string, changes: object = {}) => ({
  symbol,
  date: '2024-07-01',
  days_out: 20,
  direction: 'long',
  ...changes,
});
const WITH_ML = '/v1/scan?markets=0&include=ml&limit=3';

/** Budgets of requests, by account and by address: spent, refused, and full again. */
export async function playLimits(player: Player): Promise<void> {
  player.step(0);
  for (let i = 0; i < 13; i++) await player.get('free', i % 2 === 0 ? '/v1/me' : '/v1/nothing');
  await player.get('free', '/v1/scan?markets=0', { 'If-None-Match': '*' });
  await player.get('member', '/v1/account');
  for (let i = 0; i < 12; i++) await player.get('demo', '/v1/me');
  for (let i = 0; i < 14; i++) await player.get('wrong', '/v1/me', { 'X-Forwarded-For': '192.0.2.7' });
  await player.get('wrong', '/v1/me', { 'X-Forwarded-For': '192.0.2.8' });
  await player.get('business', '/v1/me', { 'X-Forwarded-For': '192.0.2.7' });
  for (let i = 0; i < 12; i++)
    await player.post('page', '/v1/session', { token: 'x'.repeat(43) }, { 'X-Forwarded-For': '192.0.2.9' });
  for (const path of ['/docs', '/', '/openapi.json'])
    await player.get('none', path, { 'X-Forwarded-For': '192.0.2.10' });
  await player.ask('free', 'OPTIONS', '/v1/me');
  player.pass(MINUTE_MS);
  await player.get('free', '/v1/me');
  await player.get('member', '/v1/account');
  // A plan also grants so many new searches an hour.
  for (let i = 0; i < 24; i++) {
    if (i % 8 === 7) player.pass(MINUTE_MS);
    await player.get('free', `/v1/scan?markets=0&min_days=${5 + i}&limit=1`);
  }
  // The rest of a free day.
  for (let i = 0; i < 70; i++) {
    if (i % 9 === 8) player.pass(MINUTE_MS);
    await player.get('free', '/v1/markets');
  }
  player.step(1_000);
}

/** The allowance of predictions: spent by scores and scans, asked again, refused, and kept answers that must know of it. */
export async function playAllowance(player: Player): Promise<void> {
  const me = (caller: Caller) => player.get(caller, '/v1/me');
  const score = (caller: Caller, body: unknown, headers: Record<string, string> = {}) =>
    player.post(caller, '/v1/score', body, headers);
  await me('free');
  await player.get('free', WITH_ML);
  await player.get('free', WITH_ML);
  await me('free');
  await score('free', [item('AAPL'), item('MSFT', { days_out: 120 })]);
  await score('free', [item('AAPL'), item('MSFT', { days_out: 120 })]);
  await player.get('free', WITH_ML);
  await player.get('free', WITH_ML, { 'If-None-Match': 'LAST' });
  await score(
    'free',
    ['AAPL', 'MSFT', 'JPM', 'KO', 'PG', 'XOM'].map((symbol) => item(symbol)),
  );
  await me('free');
  await player.get('free', WITH_ML);
  await score('free', [item('KO')]);
  await player.get('free', '/v1/analyze/AAPL?include=ml');
  await player.get('free', '/v1/daily-pick?include=ml');
  player.pass(MINUTE_MS);
  await score('dev', { market: '0', opportunities: [item('AAPL'), item('KO', { direction: 'short' })] });
  await score('dev', { market: 'nothing', opportunities: [item('AAPL')] });
  await score('dev', [item('AAPL')], { Accept: 'text/csv' });
  await player.ask('dev', 'POST', '/v1/score?format=ndjson', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify([item('AAPL')]),
  });
  await player.get('dev', WITH_ML);
  await me('dev');
  await player.get('pro', WITH_ML);
  await player.get('business', WITH_ML);
  await player.get('business', WITH_ML, { 'Accept-Encoding': 'gzip' });
  for (const body of [
    [],
    [item('nothing')],
    [item('AAPL', { date: '2024-02-30' })],
    [item('BTC-USD')],
    { opportunities: [] },
    '[1,',
    'null',
    [{}],
  ]) {
    await score('business', body);
  }
  await score('demo', [item('AAPL')]);
  await score(
    'business',
    Array.from({ length: 60 }, (_, i) => item(i % 2 ? 'AAPL' : 'KO', { days_out: 10 + i })),
  );
  await me('business');
  player.pass(86_400_000);
  await me('free');
  await player.get('free', WITH_ML);
}

/** One scan by several accounts, in turn and again: what is kept for one is not what another may see. */
export async function playShared(player: Player): Promise<void> {
  for (const url of [
    '/v1/scan?markets=0,11&window=next_month&limit=20',
    '/v1/scan?markets=0&view=full',
    '/v1/opportunities?market=0',
    '/v1/scan?markets=0&format=csv',
  ]) {
    for (let round = 0; round < 2; round++) {
      for (const caller of ['free', 'dev', 'pro', 'business', 'both', 'none'] as const) await player.get(caller, url);
      await player.get('pro', url, { 'Cache-Control': 'no-cache' });
    }
    player.pass(2 * MINUTE_MS);
    await player.get('business', url, { 'If-None-Match': 'LAST' });
  }
}
