import { createInterface } from 'node:readline';
import { sessionKey } from '../../src/core/record/ledger';
import { SqliteQueue } from '../../src/queue/sqliteQueue';
import type { Database } from '../../src/storage/database';
import { RecordStore } from '../../src/storage/ledger';
import { openSqlite } from '../../src/storage/sqlite';
import { CARD, pickEntry } from './ledgerEntries';
import { say } from './say';

/**
 * Appends picks: DATABASE STOP SESSION... Says `ready`, waits for a line, and says `SESSION made` or `SESSION there` for
 * each. At the STOP-th answer of the database inside a transaction it says `stopped` and stands still, so that it can be
 * killed there.
 */
const [url, stop, ...sessions] = process.argv.slice(2);

async function main(): Promise<void> {
  const database = await openSqlite(url);
  const ledger = new RecordStore(stopping(database), new SqliteQueue(database));
  const input = createInterface({ input: process.stdin });
  say('ready');
  input.once('line', async () => {
    for (const session of sessions) {
      const record = await ledger.append(sessionKey(session), () => ({ entry: pickEntry(session), card: CARD }));
      say(`${session} ${record ? 'made' : 'there'}`);
    }
    say('done');
    input.close();
    await database.close();
  });
}

function stopping(database: Database): Database {
  let answers = 0;
  const answered = () => {
    answers += 1;
    if (answers !== Number(stop)) return;
    say('stopped');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
  return {
    ...database,
    change: (area, work) =>
      database.change(area, (trx, query) => {
        // The lock was answered before.
        answered();
        trx.on('query-response', answered);
        return work(trx, query);
      }),
  };
}

void main();
