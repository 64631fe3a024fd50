import { Authenticator } from '../../src/access/authenticate';
import { BackgroundWork, type Caller } from '../../src/access/caller';
import { KeyService } from '../../src/access/keys';
import { loadTiers, type TierTable } from '../../src/access/tiers';
import { loadMarkets } from '../../src/seeds';
import { AccountStore } from '../../src/storage/accounts';
import { KeyStore } from '../../src/storage/apiKeys';
import type { Database } from '../../src/storage/database';
import type { Storage } from '../../src/storage/storage';
import { NO_LOG } from './log';

export const KEY_SECRET = 'a secret for tests, 32 characters or more';
export const DEMO_TOKEN = 'prn_demo';
export const UPGRADE_URL = 'https://example.com/upgrade';

let tiers: TierTable | undefined;

/** Read and checked once in a test file. */
export function tierTable(): TierTable {
  tiers ??= loadTiers(
    loadMarkets().map(({ id }) => id),
    UPGRADE_URL,
  );
  return tiers;
}

export function callerOn(tierId: string): Caller {
  return { accountId: tierId === 'demo' ? null : 1, tier: tierTable().find(tierId)!, demo: tierId === 'demo' };
}

/** The stores over a database that `accessOn` needs. */
export function accessStores(database: Database): Pick<Storage, 'accounts' | 'keys'> {
  return { accounts: new AccountStore(database), keys: new KeyStore(database) };
}

/** Keys and authentication on one database, with a clock that is set by hand and a log that is kept. */
export function accessOn(
  { accounts, keys }: Pick<Storage, 'accounts' | 'keys'>,
  settings: { keySecret?: string | null; demoToken?: string | null } = {},
) {
  const { keySecret = KEY_SECRET, demoToken = DEMO_TOKEN } = settings;
  const clock = { time: new Date('2024-12-20T15:00:00Z') };
  const logged: { level: 'info' | 'warn'; detail: object; message: string }[] = [];
  const now = () => clock.time;
  const tiers = tierTable();
  const log = {
    ...NO_LOG,
    info: (detail: object, message: string) => void logged.push({ level: 'info', detail, message }),
    warn: (detail: object, message: string) => void logged.push({ level: 'warn', detail, message }),
  };
  const background = new BackgroundWork();
  return {
    clock,
    logged,
    background,
    service: new KeyService({ accounts, keys, tiers, keySecret: KEY_SECRET, now }),
    authenticator: new Authenticator({
      keys,
      tiers,
      keySecret,
      demoToken,
      background,
      now,
      log,
    }),
  };
}
