import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeyService } from '../../src/access/keys';
import { openStorage } from '../../src/storage/open';
import { KEY_SECRET, tierTable } from './access';
import { storeBars } from './storage';
import { plantedUniverse, UNIVERSE_NOW } from './universe';

/** A limit that no test reaches, and that is easy to read in what remains of it. */
export const WIDE = 1_000_000;
const ROOT = join(__dirname, '../..');

/** A database for several processes, with their settings. */
export interface Prepared {
  readonly env: Readonly<Record<string, string>>;
  /** One key of each account, without effective limits. */
  readonly keys: readonly string[];
}

/** Stores a few symbols and accounts. @param folder for files outside the database */
export async function prepareDatabase(url: string, folder: string, accounts = 4): Promise<Prepared> {
  const tiersFile = join(folder, 'tiers.json');
  const tiers: Record<string, unknown>[] = JSON.parse(readFileSync(join(ROOT, 'seeds/tiers.json'), 'utf8'));
  writeFileSync(tiersFile, JSON.stringify(tiers.map((tier) => ({ ...tier, perMinute: WIDE, perDay: WIDE }))));
  const storage = await openStorage(url);
  for (const symbol of plantedUniverse().slice(0, 12)) await storeBars(storage.prices, symbol, symbol.bars);
  const now = () => new Date(UNIVERSE_NOW);
  const service = new KeyService({ ...storage, tiers: tierTable(), keySecret: KEY_SECRET, now });
  const keys: string[] = [];
  for (let i = 0; i < accounts; i++) {
    const { id } = await service.createAccount(`user${i}@example.com`, 'business');
    keys.push((await service.createKey(id)).key);
  }
  await storage.close();
  return { env: { DATABASE_URL: url, KEY_SECRET, NOW: UNIVERSE_NOW, TIERS_FILE: tiersFile }, keys };
}

/** Requests of every kind, each of which counts once. */
export const EVERY_KIND: readonly { readonly path: string; readonly body?: string }[] = [
  { path: '/v1/me' },
  { path: '/v1/scan?markets=0&limit=5' },
  { path: '/v1/analyze/D00?entry_date=2024-12-23&days_out=20' },
  {
    path: '/v1/score',
    body: JSON.stringify([{ symbol: 'D00', date: '2024-12-23', days_out: 20, direction: 'long' }]),
  },
  {
    path: '/v1/portfolio/scenarios',
    body: JSON.stringify({
      positions: [{ symbol: 'D01', weight_pct: 100, direction: 'long' }],
      horizon: '30',
      start_date: '2024-07-01',
    }),
  },
  {
    path: '/mcp',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } }),
  },
];
