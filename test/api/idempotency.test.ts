import request from 'supertest';
import { startTestApp, type TestApp } from '../helpers/app';
import { describeServed } from '../helpers/servedFromBoth';
import { type SignedInBrowser, signIn } from '../helpers/signedIn';

/** A request that creates something is 201 with its address, once for each Idempotency-Key (RFC 9110, 15.3.2). */
describeServed(() => {
  let app: TestApp;
  let owner: SignedInBrowser;
  beforeAll(async () => {
    app = await startTestApp({
      now: '2024-12-19T15:00:00Z',
      env: { WEBHOOKS_PRIVATE: 'on', PUBLIC_URL: 'https://a.example/p' },
    });
    owner = await signIn(app, 'business@example.com');
  });
  afterAll(() => app.close());

  const SCAN = { name: 'longs', query: { markets: '0', direction: 'long' } };
  let scans = 0;
  const newScan = () => ({ ...SCAN, name: `scan ${++scans}` });
  const post = (path: string, body: object, key?: string) => {
    const sent = app.post(path, body);
    return key === undefined ? sent : sent.set('Idempotency-Key', key);
  };
  const saved = async () => (await app.get('/v1/saved-scans').expect(200)).body.saved_scans.length;

  test.each([
    ['saved-scans', () => newScan(), (body: { saved_scan_id: string }) => body.saved_scan_id],
    [
      'calendar-links',
      () => ({ source: 'daily_pick' }),
      (body: { calendar_link: { calendar_link_id: string } }) => body.calendar_link.calendar_link_id,
    ],
    [
      'webhooks',
      () => ({ url: 'http://127.0.0.1:9/x', events: ['data.stale'] }),
      (body: { webhook: { webhook_id: string } }) => body.webhook.webhook_id,
    ],
    ['exports', () => ({ market: '11', per_symbol: 1 }), (body: { export_id: string }) => body.export_id],
  ])('POST /%s is 201, with the address of what it created', async (path, body, idOf) => {
    const made = await post(`/v1/${path}`, body()).expect(201);
    const id = idOf(made.body);
    expect(made.headers.location).toBe(`https://a.example/p/v1/${path}/${id}`);
    expect(made.headers).not.toHaveProperty('idempotent-replayed');
    await request(app.app).delete(`/v1/${path}/${id}`).set('X-API-Key', app.keys.business).expect(200);
  });

  test('creating an API key is 201 too', async () => {
    const made = await owner.post('/v1/account/keys', { name: 'one' });
    expect([made.status, made.headers.location]).toEqual([
      201,
      `https://a.example/p/v1/account/keys/${made.body.key.key_id}`,
    ]);
  });

  test('a retry with its Idempotency-Key gets the first answer and creates nothing', async () => {
    const body = newScan();
    const first = await post('/v1/saved-scans', body, 'retry-1').expect(201);
    const before = await saved();
    // Members in another order are the same request.
    const again = await post('/v1/saved-scans', { query: body.query, name: body.name }, 'retry-1').expect(201);
    expect(again.body).toEqual(first.body);
    expect([again.headers.location, again.headers['idempotent-replayed']]).toEqual([first.headers.location, 'true']);
    expect(await saved()).toBe(before);
    // Without the key it is another request, and the name is taken.
    await post('/v1/saved-scans', body).expect(409);
  });

  test('a secret that is shown once is in the repeated answer, and not in the database', async () => {
    const hook = { url: 'http://127.0.0.1:9/secret', events: ['data.stale'] };
    const first = await post('/v1/webhooks', hook, 'secret-1').expect(201);
    const again = await post('/v1/webhooks', hook, 'secret-1').expect(201);
    expect(again.body.secret).toBe(first.body.secret);
    const rows: { answer: Buffer; key_hash: string }[] = await app
      .sql('idempotent_answer')
      .where({ operation: 'createWebhook' });
    expect(rows).toHaveLength(1);
    const stored = Buffer.concat([rows[0].answer, Buffer.from(rows[0].key_hash)]).toString('latin1');
    for (const secret of [first.body.secret, 'secret-1', first.body.webhook.webhook_id])
      expect(stored).not.toContain(secret);
  });

  test('an Idempotency-Key with another body is 409, and creates nothing', async () => {
    await post('/v1/saved-scans', newScan(), 'other-body').expect(201);
    const before = await saved();
    const { body } = await post('/v1/saved-scans', newScan(), 'other-body').expect(409);
    expect(body.error).toEqual({
      code: 'conflict',
      message: expect.stringMatching(/^Idempotency-Key 'other-body' was used for another request/),
    });
    expect(await saved()).toBe(before);
  });

  test('an Idempotency-Key belongs to one account and one operation', async () => {
    const scan = newScan();
    await post('/v1/saved-scans', scan, 'shared').expect(201);
    const other = await app.post('/v1/saved-scans', scan, 'pro').set('Idempotency-Key', 'shared').expect(201);
    expect(other.headers).not.toHaveProperty('idempotent-replayed');
    await post('/v1/calendar-links', { source: 'daily_pick' }, 'shared').expect(201);
  });

  test('a key limited to markets gets no answer that a key of the whole plan was given', async () => {
    const { secret } = (await owner.post('/v1/account/keys', { name: 'limited', markets: ['11'] })).body;
    const scan = { name: 'etfs', query: { markets: '11' } };
    await post('/v1/saved-scans', scan, 'of-the-plan').expect(201);
    const { body } = await app.post('/v1/saved-scans', scan, secret).set('Idempotency-Key', 'of-the-plan').expect(409);
    expect(body.error.message).toMatch(/^Idempotency-Key 'of-the-plan' was used for another request/);
  });

  test('an answer that cannot be decrypted, as after a change of KEY_SECRET, is 409', async () => {
    const scan = newScan();
    await post('/v1/saved-scans', scan, 'unreadable').expect(201);
    await app
      .sql('idempotent_answer')
      .where({ operation: 'createSavedScan' })
      .update({ answer: Buffer.alloc(64, 1) });
    const before = await saved();
    const { body } = await post('/v1/saved-scans', scan, 'unreadable').expect(409);
    expect(body.error.message).toMatch(/^The answer to Idempotency-Key 'unreadable' cannot be read any more/);
    expect(await saved()).toBe(before);
  });

  test('a refusal is not stored: the same Idempotency-Key may try again', async () => {
    const body = newScan();
    await post('/v1/saved-scans', body).expect(201);
    await post('/v1/saved-scans', body, 'refused').expect(409);
    const fresh = newScan();
    await post('/v1/saved-scans', fresh, 'refused').expect(201);
  });

  test('of twenty concurrent requests, one creates; the others get its answer or 409', async () => {
    const body = newScan();
    const before = await saved();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('/v1/saved-scans', body, 'at-once')));
    const created = answers.filter(({ status }) => status === 201);
    expect(new Set(created.map(({ body: { saved_scan_id } }) => saved_scan_id)).size).toBe(1);
    expect(created.filter(({ headers }) => !('idempotent-replayed' in headers))).toHaveLength(1);
    for (const { status, body: answer } of answers.filter((one) => one.status !== 201)) {
      expect([status, answer.error.message]).toEqual([409, expect.stringContaining('is still running')]);
    }
    expect(await saved()).toBe(before + 1);
  });

  test('an Idempotency-Key is valid for 24 hours, and then removed', async () => {
    const body = newScan();
    await post('/v1/saved-scans', body, 'a-day').expect(201);
    app.clock.set('2024-12-20T14:59:59Z');
    await post('/v1/saved-scans', body, 'a-day').expect(201);
    app.clock.set('2024-12-20T15:00:01Z');
    await post('/v1/saved-scans', body, 'a-day').expect(409);
    await app.storage.idempotentAnswers.prune(new Date('2024-12-19T15:00:01Z'));
    const old = await app.sql('idempotent_answer').where('created_at', '<', Date.parse('2024-12-19T15:00:01Z'));
    expect(old).toEqual([]);
  });

  test.each([
    ['', 'empty'],
    ['a b', 'with a space'],
    ['x'.repeat(256), 'too long'],
  ])('a key that is %j is 400 and named (%s)', async (key) => {
    const { body } = await post('/v1/saved-scans', newScan(), key).expect(400);
    expect(body.error.message).toContain('Idempotency-Key');
  });
});
