import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UnusableDatabaseError } from '../../../src/storage/errors';
import { openPostgres, serviceSettings } from '../../../src/storage/postgres';
import { DatabaseProxy } from '../../helpers/databaseProxy';
import { describeWithPostgres, statements } from '../../helpers/postgres';
import { startService } from '../../helpers/process';

/** A role that exists for this test; connections assume it by their `options`. */
const ROLE = `perennial_test_${process.pid}_${Date.now()}`;
const ROWS = 'SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA';

const withOption = (url: string, option: string) => {
  const changed = new URL(url);
  changed.searchParams.set('options', `${changed.searchParams.get('options')} ${option}`);
  return changed.href;
};
const withPart = (url: string, part: 'pathname' | 'username' | 'password' | 'host', value: string) => {
  const changed = new URL(url);
  changed[part] = value;
  return changed.href;
};

test('the limits of a request add up to less than two seconds', () => {
  const { requests } = serviceSettings({ connections: 10, waitMs: 1_500 });
  // The connection, the statement, and the tenth of a second after which a server counts as silent.
  expect(requests.waitMs + requests.statementMs + 100).toBeLessThan(2_000);
});

describeWithPostgres('an unusable database', ({ fresh }) => {
  const closing: (() => Promise<unknown>)[] = [];
  let url: string;
  beforeEach(async () => {
    url = await fresh();
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  const tablesIn = async (of: string) => {
    const [{ rows }] = await statements(of, [
      'SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace ORDER BY relname',
    ]);
    return rows.map(({ relname }) => relname);
  };
  const proxied = async (rewrite?: (answer: Buffer) => Buffer) => {
    const proxy = await DatabaseProxy.before(url, rewrite);
    closing.push(() => proxy.close());
    return proxy;
  };
  /** Replaces a text by another of the same length in the answers of the server. */
  const saying = (text: string, instead: string) => (answer: Buffer) =>
    Buffer.from(answer.toString('latin1').replace(text, instead), 'latin1');
  const httpServer = async () => {
    const server: Server = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    closing.push(() => new Promise((done) => server.close(done)));
    return withPart(url, 'host', `127.0.0.1:${(server.address() as AddressInfo).port}`);
  };
  /** A user with the given rights on the schema of the tables (`own`) or that of the jobs (`queue`). */
  const role = async (...rights: string[]) => {
    const [{ rows }] = await statements(url, ['SELECT current_schema() AS schema']);
    const [{ schema }] = rows;
    const grants = rights.map((right) =>
      right.replace(/ queue$/, ` perennial_queue_${schema}`).replace(/ own$/, ` ${schema}`),
    );
    await statements(url, [`CREATE ROLE ${ROLE}`, ...grants.map((right) => `GRANT ${right} TO ${ROLE}`)]);
    closing.push(() => statements(url, [`DROP OWNED BY ${ROLE}`, `DROP ROLE ${ROLE}`]));
    return withOption(url, `-c role=${ROLE}`);
  };
  const migrated = async (...changes: string[]) => {
    await (await openPostgres(url)).close();
    await statements(url, changes);
    return url;
  };

  /** Name, URL and expected message of each case. */
  const cases: [string, () => Promise<string>, RegExp][] = [
    [
      'without a server',
      async () => {
        const proxy = await proxied();
        await proxy.refuse();
        return proxy.url;
      },
      /ECONNREFUSED.*; check that a PostgreSQL server listens there/,
    ],
    ['of another kind', httpServer, /; check that a PostgreSQL server listens there/],
    [
      'without such a database',
      async () => withPart(url, 'pathname', '/no_such_database'),
      /database "no_such_database" does not exist; create it with createdb/,
    ],
    [
      'without such a user',
      async () => withPart(url, 'username', 'no_such_user'),
      /no_such_user.*; check the user and password in DATABASE_URL/,
    ],
    [
      'without such a schema',
      async () => withOption(url, '-c search_path=no_such_schema'),
      /no schema of the search_path exists in database perennial_test_.*CREATE SCHEMA/,
    ],
    [
      'too old',
      async () => (await proxied(saying('15\0\0\0\x04UTF8', '13\0\0\0\x04UTF8'))).url,
      /it is PostgreSQL 13; upgrade the server to 14 or later/,
    ],
    [
      'of another encoding',
      async () => (await proxied(saying('\0\0\0\x04UTF8', '\0\0\0\x04BIG5'))).url,
      /its encoding is BIG5; create one with: createdb -E UTF8/,
    ],
    [
      'in which the user may not create tables',
      () => role('USAGE ON SCHEMA own'),
      new RegExp(`user ${ROLE} may not create its tables in schema s\\d+ .*npm run migrate.*GRANT CREATE ON SCHEMA`),
    ],
    [
      'whose jobs the user may not read',
      async () => {
        await migrated();
        return role('USAGE ON SCHEMA own', `${ROWS} own`);
      },
      new RegExp(
        `user ${ROLE} may not read and write the jobs .*GRANT USAGE ON SCHEMA perennial_queue_s\\d+ TO ${ROLE}; `,
      ),
    ],
    [
      'whose jobs the user may only read',
      async () => {
        await migrated();
        return role(
          'USAGE ON SCHEMA own',
          `${ROWS} own`,
          'USAGE ON SCHEMA queue',
          'SELECT ON ALL TABLES IN SCHEMA queue',
        );
      },
      new RegExp(
        `user ${ROLE} may not read and write the jobs .*GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN`,
      ),
    ],
    [
      'of another product',
      async () => {
        await statements(url, ['CREATE TABLE users (id integer)', 'CREATE TABLE invoices (id integer)']);
        return url;
      },
      /it has tables of another program \(invoices, users\); set DATABASE_URL to an empty database/,
    ],
    [
      'of another product with a migration table of the same name',
      async () => {
        await statements(url, [
          'CREATE TABLE schema_migration (version integer)',
          'INSERT INTO schema_migration VALUES (1)',
        ]);
        return url;
      },
      /it has tables of another program \(schema_migration\)/,
    ],
  ];

  test.each(cases)('%s is refused in one line, and left unchanged', async (_name, make, says) => {
    const at = await make();
    const before = await tablesIn(url);
    const refused = await openPostgres(at).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UnusableDatabaseError);
    const { message } = refused as Error;
    expect(message).toMatch(/^cannot open the database postgres:\/\/\S+: /);
    expect(message).toMatch(says);
    expect(message).not.toContain('\n');
    expect(await tablesIn(url)).toEqual(before);
  });

  test('a user who may only read and write rows can open an up-to-date database', async () => {
    await migrated();
    const at = await role('USAGE ON SCHEMA own', `${ROWS} own`, 'USAGE ON SCHEMA queue', `${ROWS} queue`);
    const { close, migrated: applied } = await openPostgres(at);
    expect(applied).toEqual([]);
    await close();
  });

  test('the service reports it and ends', async () => {
    await statements(url, ['CREATE TABLE users (id integer)']);
    const { ended } = startService({ DATABASE_URL: withPart(url, 'password', 'hunter2') });
    const { code, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('it has tables of another program (users)')]);
    expect(stderr).not.toContain('hunter2');
  });
});
