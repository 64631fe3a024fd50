import { MIGRATIONS, type Migration } from '../../src/storage/migrations/migrator';
import { openPostgres } from '../../src/storage/postgres';
import { openSqlite } from '../../src/storage/sqlite';
import { isPostgresUrl } from '../../src/storage/url';
import { say } from './say';

/** Migrates a database: URL. Says `migrated` and stands still before that is stored, so that it can be killed there. */
const [url] = process.argv.slice(2);

const [{ name, up }] = MIGRATIONS;
const standing: Migration = {
  name,
  async up(trx) {
    await up(trx);
    say('migrated');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
};
(MIGRATIONS as Migration[]).splice(0, 1, standing);

void (isPostgresUrl(url) ? openPostgres(url) : openSqlite(url));
