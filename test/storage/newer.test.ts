import request from 'supertest';
import { openStorage } from '../../src/storage/open';
import { startTestApp } from '../helpers/app';
import { eventually } from '../helpers/eventually';
import { describeServed } from '../helpers/servedFromBoth';

const FUTURE = { name: '9999_future' };

describeServed(() => {
  test('a service reports that a newer version migrated its database, and its own version no longer starts', async () => {
    const lines: string[] = [];
    const logTo = { write: (line: string) => void lines.push(line) };
    const { app, sql, file, close } = await startTestApp({ logTo });
    const noticed = () => lines.map((line) => JSON.parse(line)).filter(({ reason }) => reason === 'database_newer');
    const ask = (path: string) => request(app).get(path);
    const metric = async () => /^database_newer (\d)$/m.exec((await ask('/metrics').expect(200)).text)?.[1];
    await ask('/readyz').expect(200);
    expect(await metric()).toBe('0');
    await sql('knex_migrations').insert(FUTURE);
    await eventually(async () => (await ask('/readyz')).status === 503);
    const { body, headers } = await ask('/readyz').expect(503);
    expect(body).toMatchObject({ error: { code: 'upstream_unavailable' }, reason: 'database_newer' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(await metric()).toBe('1');
    for (let i = 0; i < 3; i++) await ask('/readyz').expect(503);
    expect(noticed().map(({ msg }) => msg)).toEqual([
      'a newer version of this program has migrated the database: replace this process',
    ]);
    await ask('/healthz').expect(200);
    await expect(openStorage(file)).rejects.toThrow(
      /the database is newer than this program: it has the migrations 9999_future; install the version/,
    );
    await sql('knex_migrations').where(FUTURE).delete();
    await eventually(async () => (await ask('/readyz')).status === 200);
    expect(
      noticed()
        .map(({ msg }) => msg)
        .at(-1),
    ).toBe('the database is available again');
    expect(noticed()).toHaveLength(2);
    await close();
  });
});
