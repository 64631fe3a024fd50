import request from 'supertest';
import { startTestApp, type TestApp } from '../helpers/app';
import { describeServed } from '../helpers/servedFromBoth';
import { contract } from '../helpers/shell';
import { signIn } from '../helpers/signedIn';

const PATH = '/v1/saved-scans';
/** The defaults of GET /scan that are stored with the query. */
const DEFAULTS = {
  window: 'now',
  pe_cycle: 'consecutive',
  years: 10,
  pool: 50,
  rank_by: 'sharpe',
  limit: 25,
  view: 'full',
};

test('the query accepts what GET /scan accepts, by the same rules', () => {
  const { parameters } = contract.operations.find(({ id }) => id === 'scanMarkets')!;
  const { properties } = contract.operations.find(({ id }) => id === 'createSavedScan')!.body!.schema.properties!.query;
  // The format is chosen when the results are read.
  const kept = parameters.filter(({ name }) => !['format', 'theme'].includes(name));
  expect(properties).toEqual(Object.fromEntries(kept.map(({ name, schema }) => [name, schema])));
});

describeServed(suite);

function suite(): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
  beforeEach(() => app.sql('saved_scan').delete());

  const save = async (name: string, query: object, key?: string) => {
    const { status, body } = await app.post(PATH, { name, query }, key);
    expect([status, body.error]).toEqual([201, undefined]);
    return body;
  };
  const patch = (id: string, body: object, key: keyof TestApp['keys'] = 'business') =>
    request(app.app).patch(`${PATH}/${id}`).set('X-API-Key', app.keys[key]).send(body);
  const drop = (id: string, key: keyof TestApp['keys'] = 'business') =>
    request(app.app).delete(`${PATH}/${id}`).set('X-API-Key', app.keys[key]);

  test('a scan is saved with its defaults, listed, changed and deleted', async () => {
    const saved = await save('dow longs', { markets: 'dow30', direction: 'long' });
    expect(saved).toEqual({
      saved_scan_id: expect.stringMatching(/^[0-9a-f]{16}$/),
      name: 'dow longs',
      query: { ...DEFAULTS, markets: 'dow30', direction: 'long' },
      note: null,
      last_run: null,
      created_at: '2024-12-20T15:00:00.000Z',
      updated_at: '2024-12-20T15:00:00.000Z',
    });
    const id = saved.saved_scan_id;
    expect((await app.get(PATH)).body).toEqual({ saved_scans: [saved], most: 200 });
    expect((await app.get(`${PATH}/${id}`)).body).toEqual(saved);
    expect((await patch(id, { name: 'renamed' })).body).toEqual({ ...saved, name: 'renamed' });
    const changed = await patch(id, { query: { markets: '11', min_sharpe: 1 } });
    expect(changed.body.query).toEqual({ ...DEFAULTS, markets: '11', min_sharpe: 1 });
    expect((await app.get(`${PATH}/${id}`)).body).toEqual({ ...saved, ...changed.body });
    expect((await drop(id)).body).toEqual({
      saved_scan_id: id,
      name: 'renamed',
      message: 'The saved scan is deleted.',
    });
    for (const answer of [await drop(id), await patch(id, { name: 'x' }), await app.get(`${PATH}/${id}/results`)])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
  });

  test('the results are exactly the answer of GET /scan', async () => {
    const { saved_scan_id: id } = await save('two', { markets: '0,11', limit: 2, view: 'table', rank_by: 'win_rate' });
    const { text } = await app.get(`${PATH}/${id}/results`);
    const asked = await app.get('/v1/scan?markets=0,11&limit=2&view=table&rank_by=win_rate');
    expect(JSON.parse(text).opportunities).toHaveLength(2);
    expect(text).toBe(asked.text);
    // The current plan applies.
    const [{ account_id }] = await app.sql('saved_scan').select('account_id');
    await app.storage.accounts.setTier(account_id, 'free');
    const narrow = await app.get(`${PATH}/${id}/results`);
    expect(narrow.body.ml_remaining_today).toBe(5);
    await app.storage.accounts.setTier(account_id, 'business');
  });

  test.each([
    [{ window: 'soon' }, "query.window must be now, next_2_weeks, next_month or YYYY-MM-DD..YYYY-MM-DD; got 'soon'."],
    [{ window: '2024-12-31..2024-12-01' }, 'query.window must not end before it starts'],
    [{ window: '2023-01-01..2023-02-01' }, 'query.window start must lie in the current US market year'],
    [{ min_win_rate: 70 }, 'query.min_win_rate must be from 0 to 1; got 70'],
    [{ min_win_rate: '0.7' }, "query.min_win_rate must be a number from 0 to 1; got '0.7'"],
    [{ markets: 'mars' }, "query.markets must name a market by id '0' to '16'"],
    [{ markets: '0', min_winning_years: 2 }, 'query.min_winning_years must lie in 8..10'],
    [{ min_days: 90, max_days: 10 }, 'query.min_days must not be above max_days'],
    [{ min_winrate: 0.7 }, "Unknown field 'min_winrate' in query, did you mean 'min_win_rate'?"],
  ])('a query of %j is 400 as in GET /scan, and the message names the field', async (query, message) => {
    const { status, body } = await app.post(PATH, { name: 'wrong', query });
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.message).toContain(message);
    const { saved_scan_id: id } = await save('right', {});
    const changed = await patch(id, { query });
    expect([changed.status, changed.body.error.message]).toEqual([400, body.error.message]);
    expect((await app.get(PATH)).body.saved_scans).toHaveLength(1);
  });

  test.each([
    [{ name: 'x' }, 'query is required'],
    [{ name: '', query: {} }, 'name must be'],
    [{ name: ' x', query: {} }, 'name must be'],
    [{ name: 'a\nb', query: {} }, 'name must be'],
    [{ name: 'a\u0000b', query: {} }, 'name must be'],
    [{ name: 'x'.repeat(81), query: {} }, 'name must be'],
    [{ name: 'x', query: [] }, 'query must be'],
    [{ name: 'x', query: null }, 'query must be'],
    [{ name: 'x', query: {}, id: 'y' }, "Unknown field 'id'"],
  ])('a body of %j is 400', async (body, message) => {
    const answer = await app.post(PATH, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(message);
  });

  test('an empty change is 400', async () => {
    const { saved_scan_id: id } = await save('x', {});
    expect((await patch(id, {})).body.error.message).toBe('The body must have name, query or both; got neither.');
  });

  test.each([
    'saved-scans/nope',
    'saved-scans/nope/results',
    'saved-scans/nope/changes',
    'exports/nope',
    'webhooks/nope',
  ])('an id that no such resource has is 404: %s', async (path) =>
    expect((await app.get(`/v1/${path}`)).status).toBe(404),
  );

  test('an id with characters that no id has is 400', async () => {
    const { status, body } = await app.get(`${PATH}/%3Cimg%3E`);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('saved_scan_id must be letters')]);
  });

  test('names are unique within an account, and other accounts cannot see its scans', async () => {
    const { saved_scan_id: id } = await save('Longs', {});
    const again = await app.post(PATH, { name: 'lONGS', query: {} });
    expect([again.status, again.body.error]).toEqual([
      409,
      {
        code: 'conflict',
        message: "A saved scan of the account is called 'lONGS' already; names are unique, whatever their case.",
      },
    ]);
    await save('longs', {}, 'dev');
    expect((await patch(id, { name: 'longs' })).status).toBe(200);
    for (const answer of [
      await app.get(`${PATH}/${id}`, 'dev'),
      await patch(id, { name: 'x' }, 'dev'),
      await drop(id, 'dev'),
    ])
      expect(answer.status).toBe(404);
    expect((await app.get(`${PATH}/${id}`)).body.name).toBe('longs');
  });

  test('the plan limits the number of saved scans', async () => {
    for (const name of ['a', 'b', 'c']) await save(name, { markets: '11' }, 'free');
    const { status, body } = await app.post(PATH, { name: 'd', query: {} }, 'free');
    expect([status, body.error.code]).toEqual([403, 'forbidden']);
    expect(body.error.message).toMatch(/^The Free tier keeps 3 saved scans: delete one, or see http/);
    expect((await app.get(PATH, 'free')).body.most).toBe(3);
    expect((await app.get('/v1/me', 'free')).body.saved_scan_limit).toBe(3);
  });

  test('markets out of scope, the demo token and read-only keys are refused', async () => {
    const outside = await app.post(PATH, { name: 'x', query: { markets: '16' } }, 'free');
    expect([outside.status, outside.body.error.code]).toEqual([403, 'forbidden']);
    const demo = await app.post(PATH, { name: 'x', query: {} }, 'prn_demo');
    expect([demo.status, demo.body.error.code]).toEqual([403, 'demo_restricted']);
    expect((await app.get(PATH, 'prn_demo')).status).toBe(403);
    const { saved_scan_id: id } = await save('x', { markets: '0', limit: 1 }, 'dev');
    const ann = await signIn(app, 'dev@example.com');
    const only = (await ann.post('/v1/account/keys', { name: 'only', read_only: true })).body.secret;
    const { status, body } = await app.post(PATH, { name: 'y', query: {} }, only);
    expect([status, body.error.message]).toEqual([
      403,
      'This key is read-only: it cannot save scans. Use another key of the account.',
    ]);
    expect((await app.get(`${PATH}/${id}/results`, only)).status).toBe(200);
    const narrow = (await ann.post('/v1/account/keys', { name: 'narrow', markets: ['11'] })).body.secret;
    expect((await app.post(PATH, { name: 'y', query: { markets: '0' } }, narrow)).status).toBe(403);
    expect((await app.get(`${PATH}/${id}/results`, narrow)).status).toBe(403);
  });

  test('a session of the console may use saved scans like a key', async () => {
    const ann = await signIn(app, 'dev@example.com');
    const { saved_scan_id: id } = (await ann.post(PATH, { name: 'mine', query: { markets: '0' } })).body;
    expect((await app.get(`${PATH}/${id}`, 'dev')).body.name).toBe('mine');
    expect((await ann.get(`${PATH}/${id}/results`)).status).toBe(200);
    expect((await ann.delete(`${PATH}/${id}`)).status).toBe(200);
  });

  test('a saved scan whose window is over says so', async () => {
    const { saved_scan_id: id, note } = await save('x', { window: '2024-12-02..2024-12-19' });
    expect(note).toMatch(/^Its window ended on 2024-12-19: nothing new can be found in it\./);
    expect((await patch(id, { query: { window: '2024-12-20..2024-12-27' } })).body.note).toBeNull();
  });
}
