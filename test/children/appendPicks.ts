import { sessionKey } from '../../src/core/record/ledger';
import type { Database } from '../../src/storage/database';
import { RecordStore } from '../../src/storage/ledger';
import { openDatabase, openStorage } from '../../src/storage/open';
import { CARD, pickEntry } from '../helpers/ledgerEntries';
import { linesFromParent, say, standStill } from './protocol';

/**
 * Appends picks: DATABASE STOP SESSION... Prints `ready`, waits for a line, prints `SESSION made` or `SESSION there`
 * for each, and `done`. Blocks at `stopped` after the STOP-th answer of the database inside a transaction.
 */
const [url, stop, ...sessions] = process.argv.slice(2);

async function main(): Promise<void> {
  const storage = await openStorage(url);
  const { database } = await openDatabase(url);
  const ledger = new RecordStore(stopping(database), storage.queue);
  const lines = linesFromParent();
  say('ready');
  await lines.next();
  for (const session of sessions) {
    const record = await ledger.append(sessionKey(session), () => ({ entry: pickEntry(session), card: CARD }));
    say(`${session} ${record ? 'made' : 'there'}`);
  }
  say('done');
  await lines.return?.();
  await database.close();
  await storage.close();
}

function stopping(database: Database): Database {
  let answers = 0;
  const answered = () => {
    answers += 1;
    if (answers === Number(stop)) standStill('stopped');
  };
  return {
    ...database,
    change: (area, work) =>
      database.change(area, (trx, query) => {
        // The database has granted the lock before this is called.
        answered();
        trx.on('query-response', answered);
        return work(trx, query);
      }),
  };
}

void main();
