import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { startService } from '../helpers/process';
import { tempFolder } from '../helpers/tempFolder';

const folder = tempFolder();

test('an idle service logs that a newer version has migrated its database', async () => {
  const file = join(folder, 'perennial.sqlite');
  const { logged, kill } = startService({ DATABASE_URL: file });
  await logged('ready');
  const other = new BetterSqlite3(file);
  other.exec("INSERT INTO knex_migrations (name) VALUES ('9999_future')");
  other.close();
  const message = 'a newer version of this program has migrated the database: replace this process';
  expect(await logged(message)).toMatchObject({ level: 50, reason: 'database_newer' });
  await kill();
});
