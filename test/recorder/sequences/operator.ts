import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { weekdayBars } from '../../helpers/bars';
import { storedBars } from '../../helpers/storage';
import type { Player } from '../player';
import { importFile, newPricesServed } from '../project';

const HELD_AT = 1_719_500_400_000;

/** What operators see and do: accounts, feeds, held prices, and the quality of what was imported. */
export async function playOperator(player: Player): Promise<void> {
  const { app } = player;
  await player.signIn('member');
  await player.signIn('admin');
  const feed = { provider: 'stooq', marketId: '11', unadjusted: false, addedAt: app.clock.now() };
  const { id } = await app.storage.feeds.add(feed, [
    { ticker: 'SPY', spelling: null },
    { ticker: 'QQQ', spelling: null },
  ]);
  for (const path of ['accounts', 'feeds', `feeds/${id}/symbols`, 'held-prices', 'data-quality', 'data-quality/runs']) {
    for (const caller of ['admin', 'member', 'page', 'business'] as const)
      await player.get(caller, `/v1/operator/${path}`);
  }
  await playAccounts(player);
  await player.patch('admin', `/v1/operator/feeds/${id}`, { paused: true });
  await player.post('admin', `/v1/operator/feeds/${id}/run`, {});
  await player.patch('admin', `/v1/operator/feeds/${id}`, { paused: false });
  await player.post('admin', `/v1/operator/feeds/${id}/run`, {});
  await player.patch('admin', '/v1/operator/feeds/99', { paused: true });
  const bars = weekdayBars('2024-06-20', '2024-06-26', (day) => 100 + (day % 5));
  for (const [i, decision] of ['take', 'drop', 'maybe'].entries()) {
    const held = { ticker: 'SPY', heldAt: new Date(HELD_AT + i), reason: 'a jump', source: 'Stooq', bars };
    await app.storage.feeds.hold(id, held);
    await player.get('admin', '/v1/operator/held-prices?limit=1');
    // What is taken in a sandbox ends it, and all that follows would be of one fund.
    const isSafe = decision !== 'take' || !player.scene.startsWith('sandbox');
    if (isSafe) await player.post('admin', `/v1/operator/held-prices/${id}.${HELD_AT + i}.SPY/decision`, { decision });
    await newPricesServed(app);
  }
}

async function playAccounts(player: Player): Promise<void> {
  const other = '/v1/operator/accounts/5';
  for (const query of ['?limit=2', '?limit=2&after=2', '?search=FREE', '?search=nobody', '?limit=0']) {
    await player.get('admin', `/v1/operator/accounts${query}`);
  }
  const changes = [
    { tier: 'pro' },
    { role: 'admin' },
    { role: 'member' },
    { suspended: true },
    { suspended: false },
    { tier: 'nothing' },
    {},
  ];
  for (const change of changes) await player.patch('admin', other, change);
  await player.patch('admin', '/v1/operator/accounts/3', { role: 'member' });
  await player.patch('admin', '/v1/operator/accounts/99', { tier: 'pro' });
  await player.delete('admin', `${other}/sessions`);
  await player.get('admin', '/v1/operator/accounts');
}

/** Imports of real prices: what was kept before them is answered anew, and what they were like can be read. */
export async function playImports(player: Player): Promise<void> {
  const { app } = player;
  const folder = mkdtempSync(join(tmpdir(), 'recorder-'));
  player.learn(folder, 'folder');
  const asked = [
    '/v1/scan?markets=0',
    '/v1/scan?markets=11&limit=3',
    '/v1/analyze/KO?market=0',
    '/v1/opportunities/KO?market=0',
    '/v1/markets',
    '/v1/scan?markets=0&format=csv',
  ];
  const askAll = async (headers: Record<string, string> = {}) => {
    for (const url of asked) await player.get('business', url, headers);
  };
  try {
    await player.signIn('admin');
    await askAll();
    await askAll({ 'If-None-Match': 'LAST' });
    const bars = await storedBars(app.storage.prices, 'KO');
    const files = [
      // The session after the last one that is stored.
      `${csvOf('KO', bars)}KO,2024-06-28,${bars.close.at(-1)! + 1}\n`,
      `${csvOf(
        'NEWCO',
        weekdayBars('2024-01-02', '2024-06-27', (day) => 20 + (day % 7)),
      )}NEWCO,2024-06-26,-1\nNEWCO,2024-02-30,5\n`,
      csvOf('KO', { ...bars, close: bars.close.map((one, i) => one * (1 + (i % 5) / 1_000)) }),
    ];
    for (const [i, text] of files.entries()) {
      const path = join(folder, `prices${i}.csv`);
      writeFileSync(path, text);
      await importFile(app, path, '0', i === 2);
      await askAll({ 'If-None-Match': 'LAST' });
      await askAll();
    }
    for (const query of [
      '',
      '?market=0',
      '?symbol=KO',
      '?kind=restated',
      '?limit=1',
      '/runs',
      '/runs?limit=1',
      '/runs/1',
      '/runs/4?symbol=NEWCO',
      '/runs/5',
      '/runs/99',
    ]) {
      await player.get('admin', `/v1/operator/data-quality${query}`);
    }
    await player.get('business', '/v1/analyze/NEWCO?market=0');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function csvOf(symbol: string, { day, close }: ReturnType<typeof weekdayBars>): string {
  const rows = Array.from(day, (one, i) => {
    const date = new Date(one * 86_400_000).toISOString().slice(0, 10);
    return `${symbol},${date},${close[i]}`;
  });
  return `symbol,date,close\n${rows.join('\n')}\n`;
}
