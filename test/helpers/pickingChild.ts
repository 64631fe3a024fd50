import { createInterface } from 'node:readline';
import { sessionKey } from '../../src/core/record/ledger';
import { SqlRecords } from '../../src/storage/sql/records';
import { closeDatabase, openDatabase } from '../../src/storage/sqlite/database';
import { CARD, pickEntry } from './ledgerEntries';
import { say } from './say';

/**
 * Appends picks: DATABASE STOP SESSION... Says `ready`, waits for a line, and says `SESSION made` or `SESSION there` for
 * each. At the STOP-th answer of the database it says `stopped` and stands still, so that it can be killed there.
 */
const [url, stop, ...sessions] = process.argv.slice(2);

async function main(): Promise<void> {
  const database = await openDatabase(url);
  const ledger = new SqlRecords(database);
  let answers = 0;
  database.knex.on('query-response', () => {
    answers += 1;
    if (answers !== Number(stop)) return;
    say('stopped');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
  const input = createInterface({ input: process.stdin });
  say('ready');
  input.once('line', async () => {
    for (const session of sessions) {
      const record = await ledger.append(sessionKey(session), () => ({ entry: pickEntry(session), card: CARD }));
      say(`${session} ${record ? 'made' : 'there'}`);
    }
    say('done');
    input.close();
    await closeDatabase(database);
  });
}

void main();
