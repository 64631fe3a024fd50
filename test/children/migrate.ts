import { MIGRATIONS, type Migration } from '../../src/storage/migrations/migrations';
import { openDatabase } from '../../src/storage/open';
import { standStill } from './protocol';

/** Migrates a database: DATABASE. Blocks at `migrated`, before the first migration is committed. */
const [url] = process.argv.slice(2);

const [{ name, up }] = MIGRATIONS;
const first: Migration = {
  name,
  async up(trx) {
    await up(trx);
    standStill('migrated');
  },
};
(MIGRATIONS as Migration[]).splice(0, 1, first);

void openDatabase(url);
