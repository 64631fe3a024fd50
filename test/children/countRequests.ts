import { openStorage } from '../../src/storage/open';
import { atMinute } from '../helpers/moment';
import { linesFromParent, say } from './protocol';

/**
 * Counts requests of one account as fast as it can: DATABASE QUOTA ATTEMPTS. Prints `ready`, waits for a line, prints
 * `allowed` for each request that the quota allows, then `done`.
 */
const [file, quota, attempts] = process.argv.slice(2);
const AT = atMinute(28_891_740);
const limits = { perMinute: Number(quota), perDay: Number(quota) };

async function main(): Promise<void> {
  const { counters } = await openStorage(file);
  say('ready');
  await linesFromParent().next();
  for (let i = 0; i < Number(attempts); i++) {
    const { allowed } = await counters.accounts.count('1', AT, limits);
    if (allowed) say('allowed');
  }
  say('done');
}

void main();
