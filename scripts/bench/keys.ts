import { keyService } from '../keys';
import { withStorage } from '../terminal/storage';

/** One key each of several accounts on the largest plan: a single one would meet its limits, as it should. */
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
