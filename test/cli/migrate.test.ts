import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { MIGRATIONS } from '../../src/storage/migrations/migrations';
import { perennial } from '../helpers/perennial';
import { describeWithPostgres } from '../helpers/postgres';
import { startService } from '../helpers/process';
import { tempFolder } from '../helpers/tempFolder';

const folder = tempFolder();
const UP_TO_DATE = { code: 0, out: 'nothing to apply: the schema is up to date\n', err: '' };

const migrate = (url: string) => perennial({ DATABASE_URL: url }, 'migrate');
const applied = (names: readonly string[]) => names.map((name) => `applied ${name}\n`).join('');

test('lists the migrations applied to a SQLite database and to its counters', async () => {
  const file = join(folder, 'new.sqlite');
  const names = [...MIGRATIONS.map(({ name }) => name), 'usage_1', 'usage_2', 'usage_3'];
  expect(await migrate(file)).toEqual({ code: 0, out: applied(names), err: '' });
  expect(await migrate(file)).toEqual(UP_TO_DATE);
});

test('a file that is no database is reported in one line', async () => {
  const { code, err } = await migrate(__filename);
  expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringContaining('migrate: cannot open the database')]]);
});

test('an idle service logs that a newer version has migrated its database', async () => {
  const file = join(folder, 'served.sqlite');
  const { logged, kill } = startService({ DATABASE_URL: file });
  await logged('ready');
  const other = new BetterSqlite3(file);
  other.exec("INSERT INTO knex_migrations (name) VALUES ('9999_future')");
  other.close();
  const message = 'a newer version of this program has migrated the database: replace this process';
  expect(await logged(message)).toMatchObject({ level: 50, reason: 'database_newer' });
  await kill();
});

describeWithPostgres('on PostgreSQL', ({ fresh }) => {
  test('lists the applied migrations', async () => {
    const url = await fresh();
    const names = MIGRATIONS.map(({ name }) => name);
    expect(await migrate(url)).toEqual({ code: 0, out: applied(names), err: '' });
    expect(await migrate(url)).toEqual(UP_TO_DATE);
  });
});
