import { keySecretFor } from '../../src/access/keySecret';
import { KeyService } from '../../src/access/keys';
import { loadTiers } from '../../src/access/tiers';
import { loadMarkets } from '../../src/seeds';
import { AccountRepository } from '../../src/storage/sqlite/accounts';
import { ApiKeyRepository } from '../../src/storage/sqlite/apiKeys';
import { closeDatabase, openDatabase } from '../../src/storage/sqlite/database';

/** One key each of several accounts on the largest plan: a single one would meet its limits, as it should. */
export async function createKeys(databaseUrl: string, now: string, accounts: number): Promise<string[]> {
  const database = await openDatabase(databaseUrl);
  const service = new KeyService({
    accounts: new AccountRepository(database),
    keys: new ApiKeyRepository(database),
    tiers: loadTiers(
      loadMarkets().map(({ id }) => id),
      'http://localhost',
    ),
    keySecret: keySecretFor({ production: false, keySecret: null, databaseFile: database.file })!,
    now: () => new Date(now),
  });
  const keys: string[] = [];
  for (let i = 0; i < accounts; i++) {
    const account = await service.createAccount(`bench-${i}@example.com`, 'business');
    keys.push((await service.createKey(account.id)).key);
  }
  await closeDatabase(database);
  return keys;
}
