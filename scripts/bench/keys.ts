import { keyService } from '../keys';
import { withStorage } from '../terminal/storage';

/** Creates accounts on the largest plan with one key each: a single account would reach its rate limits. */
export async function createKeys(databaseUrl: string, accounts: number): Promise<string[]> {
  return withStorage({ DATABASE_URL: databaseUrl }, async (context) => {
    const service = await keyService(context);
    const keys: string[] = [];
    for (let i = 0; i < accounts; i++) {
      const account = await service.createAccount(`bench-${i}@example.com`, 'business');
      keys.push((await service.createKey(account.id)).key);
    }
    return keys;
  });
}
