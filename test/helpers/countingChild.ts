import { createInterface } from 'node:readline';
import { openStorage } from '../../src/storage/open';
import type { Counters } from '../../src/storage/storage';
import { atMinute } from './moment';
import { say } from './say';

/**
 * Counts requests of one account as fast as it can: DATABASE QUOTA ATTEMPTS. Says `ready`, waits for a line, and writes
 * `allowed` for each request that was let through, then `done`. Written synchronously, as an answer that was sent.
 */
const [file, quota, attempts] = process.argv.slice(2);
const AT = atMinute(28_891_740);
const limits = { perMinute: Number(quota), perDay: Number(quota) };

async function main({ accounts }: Counters): Promise<void> {
  for (let i = 0; i < Number(attempts); i++) {
    const { allowed } = await accounts.count('1', AT, limits);
    if (allowed) say('allowed');
  }
  say('done');
}

void openStorage(file).then(({ counters }) => {
  createInterface({ input: process.stdin }).once('line', () => void main(counters));
  say('ready');
});
