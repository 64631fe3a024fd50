import request from 'supertest';
import { openStorage } from '../../src/storage/open';
import { startTestApp } from '../helpers/app';
import { eventually } from '../helpers/eventually';
import { describeServed } from '../helpers/servedFromBoth';

const FUTURE = { name: '9999_future' };

describeServed(() => {
  test('a service under which a newer version migrates the database says so, and the same version does not start', async () => {
    const { app, sql, file, close } = await startTestApp();
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
    await ask('/healthz').expect(200);
    await expect(openStorage(file)).rejects.toThrow(
      /the database is newer than this program: it has the migrations 9999_future; install the version/,
    );
    await sql('knex_migrations').where(FUTURE).delete();
    await eventually(async () => (await ask('/readyz')).status === 200);
    await close();
  });
});
