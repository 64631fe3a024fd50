import { openPostgres } from '../../src/storage/postgres';
import { describeWith } from '../helpers/installed';
import { POSTGRES, PostgresServer } from '../helpers/postgresServer';
import { startService } from '../helpers/process';
import { prepareDatabase } from '../helpers/replicatedService';
import { tempFolder } from '../helpers/tempFolder';

jest.setTimeout(600_000);

describeWith(POSTGRES, { name: 'a damaged table of PostgreSQL', install: 'PostgreSQL' }, (programs) => {
  const folder = tempFolder();

  test('stops the start, and is named', async () => {
    const database = await PostgresServer.start(programs);
    const { env } = await prepareDatabase(database.url, folder, 1);
    const { knex, close } = await openPostgres(database.url);
    const { rows } = await knex.raw("SELECT pg_relation_filepath('api_key') AS path");
    await close();
    await database.halt();
    database.overwriteTable(rows[0].path);
    await database.resume();
    const { code, stderr } = await startService(env).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^cannot open the database postgres:.*: it is damaged, in the tables: api_key; stop the service/,
    );
    expect(stderr).not.toMatch(/^ +at /m);
  });
});
