import { startTestApp, type TestApp } from '../../helpers/app';
import { eventually } from '../../helpers/eventually';
import { describeServed } from '../../helpers/servedFromBoth';
import { signIn } from '../../helpers/signedIn';
import { restate, storedBars } from '../../helpers/storage';
import { plantedUniverse, UNIVERSE_NOW } from '../../helpers/universe';

const PATH = '/v1/saved-scans';

interface Noted {
  readonly symbol: string;
  readonly direction: string;
  readonly entry_date: string;
  readonly reason?: string;
  readonly analyze_url?: string;
}
const nameOf = ({ symbol, direction, entry_date }: Noted) => `${symbol} ${direction} ${entry_date}`;
const namesOf = (patterns: readonly Noted[]) => patterns.map(nameOf).sort();

/** Saved scans over HTTP, run by the daily jobs over simulated prices that gain a day each day. */

describeServed(anyDatabase);
describe('whatever the database', judgement);

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ now: '2024-12-19T15:00:00Z' });
});
afterEach(() => app.close());

const save = async (query: object, key?: string): Promise<string> =>
  (await app.post(PATH, { name: JSON.stringify(query), query: { view: 'table', ...query } }, key)).body.saved_scan_id;
const results = async (id: string): Promise<Noted[]> => (await app.get(`${PATH}/${id}/results`)).body.opportunities;
const runs = async (id: string, key?: string) => (await app.get(`${PATH}/${id}/changes`, key)).body.runs;
const tickAt = async (instant: string) => {
  app.clock.set(instant);
  await app.service.schedule.tick();
  // The sandbox grew by a day meanwhile, or a retry is due between two occurrences.
  await app.service.queue.send('due-saved-scans', {}, { key: 'due-saved-scans' });
  await app.service.queue.settled();
};
const events = async (type: string) => {
  const rows: { payload: string }[] = await app.sql('webhook_event').where({ type }).orderBy('id');
  return rows.map(({ payload }) => JSON.parse(payload).data);
};

/** What depends on how scans and their runs are stored. */
function anyDatabase(): void {
  test('runs once a day over fresh prices and reports new, gone and entering patterns', async () => {
    const id = await save({ markets: '0,11', window: 'next_month' });
    const thursday = await results(id);
    await tickAt('2024-12-19T15:05:00Z');
    const [first, ...none] = await runs(id);
    expect(none).toEqual([]);
    expect(first).toMatchObject({ as_of: '2024-12-18', compared: false, fault: null, found_count: thursday.length });
    expect([first.added, first.gone]).toEqual([[], []]);
    expect(await events('scan.changed')).toEqual([]);

    const { run_id, at, as_of, fault } = first;
    const saved = (await app.get(`${PATH}/${id}`)).body;
    expect(saved.last_run).toEqual({ run_id, at, as_of, fault });
    expect((await app.get(PATH)).body.saved_scans).toEqual([saved]);

    // No further run over the same prices, at any hour.
    await tickAt('2024-12-19T18:05:00Z');
    expect(await runs(id)).toEqual([first]);

    await tickAt('2024-12-20T15:05:00Z');
    const friday = await results(id);
    const [second, former] = await runs(id);
    expect(former).toEqual(first);
    expect(second).toMatchObject({ as_of: '2024-12-19', compared: true, found_count: friday.length });
    const isNew = (one: Noted) => !namesOf(thursday).includes(nameOf(one));
    const isGone = (one: Noted) => !namesOf(friday).includes(nameOf(one));
    expect(namesOf(second.added)).toEqual(namesOf(friday.filter(isNew)));
    expect(namesOf(second.gone)).toEqual(namesOf(thursday.filter(isGone)));
    expect(second.added.length + second.gone.length).toBeGreaterThan(0);
    for (const { entry_date, reason } of second.gone)
      expect(reason).toBe(entry_date < '2024-12-20' ? 'entered' : 'dropped');
    const today = (one: Noted) => one.entry_date === '2024-12-20';
    expect(namesOf(second.entering)).toEqual(namesOf(friday.filter(today)));

    const told = (await events('scan.changed')).at(-1);
    expect(told).toMatchObject({ scan_id: id, as_of: '2024-12-19', simulated: true, added: second.added });
    expect(told.gone_count).toBe(second.gone.filter(({ reason }: Noted) => reason === 'dropped').length);
    const entering = [...first.entering, ...second.entering];
    expect(entering.length).toBeGreaterThan(0);
    expect(namesOf((await events('pattern.entering')).map(({ pattern }) => pattern))).toEqual(namesOf(entering));
    // Each pattern has the URL of its analysis, which names the search that found it.
    for (const { analyze_url } of [...entering, ...second.added, ...second.gone])
      expect(analyze_url).toMatch(/^\/v1\/analyze\/\S+&searched=\S+&searched_markets=/);
  });

  test('a changed query starts over; deleted scans and scans of past dates do not run', async () => {
    const changed = await save({ markets: '0' });
    const deleted = await save({ markets: '11' });
    const over = await save({ window: '2024-12-02..2024-12-18' });
    await tickAt('2024-12-19T15:05:00Z');
    const ann = await signIn(app, 'business@example.com');
    await ann.patch(`${PATH}/${changed}`, { query: { markets: '11' } });
    await ann.delete(`${PATH}/${deleted}`);
    await tickAt('2024-12-20T15:05:00Z');
    const [before, first] = (await runs(changed)).reverse();
    expect([before, first]).toMatchObject([{ compared: false }, { compared: false }]);
    expect(await runs(over)).toEqual([]);
    expect(await app.sql('saved_scan_run').whereNot({ saved_scan_id: changed })).toEqual([]);
  });

  test('beyond the limit of the plan only the oldest scans run, over its markets and without using predictions', async () => {
    const ids = [];
    for (const years of [10, 11, 12, 13]) {
      ids.push(await save({ markets: '0,2,11', years }));
      app.clock.set(new Date(app.clock.now().getTime() + 1000).toISOString());
    }
    const { id } = (await app.storage.accounts.findByEmail('business@example.com'))!;
    await app.storage.accounts.setTier(id, 'free');
    await tickAt('2024-12-19T15:05:00Z');
    const counts = await Promise.all(ids.map(async (one) => (await runs(one)).length));
    expect(counts).toEqual([1, 1, 1, 0]);
    const [{ entering, found_count }] = await runs(ids[0]);
    expect(found_count).toBe(3);
    for (const { market } of entering) expect(['0', '11']).toContain(market);
    expect((await app.get('/v1/me')).body.ml_remaining_today).toBe(5);
  });

  test('the runs of a scan are paged, and a key restricted to markets sees only those', async () => {
    const id = await save({ markets: '0,11', window: 'next_month' });
    for (const day of ['19', '20']) await tickAt(`2024-12-${day}T15:05:00Z`);
    const page = (await app.get(`${PATH}/${id}/changes?limit=1`)).body;
    expect(page.next_before).toBe(page.runs[0].run_id);
    const rest = (await app.get(`${PATH}/${id}/changes?limit=1&before=${page.next_before}`)).body;
    expect([...page.runs, ...rest.runs]).toEqual(await runs(id));
    expect(rest.next_before).toBeNull();
    const ann = await signIn(app, 'business@example.com');
    const narrow = (await ann.post('/v1/account/keys', { name: 'narrow', markets: ['11'] })).body.secret;
    for (const { added, gone, entering } of await runs(id, narrow))
      for (const { market } of [...added, ...gone, ...entering]) expect(market).toBe('11');
    expect((await app.get(`${PATH}/${id}/changes`, 'dev')).status).toBe(404);
  });
}

/** What a run reports, and why it reports nothing. */
function judgement(): void {
  test('runs again when prices change that reach no further, such as a correction', async () => {
    await app.close();
    // The sandbox would restore its own prices.
    app = await startTestApp({ now: UNIVERSE_NOW, symbols: plantedUniverse().slice(0, 12) });
    const id = await save({ markets: '0', window: 'next_month' });
    await tickAt('2024-12-20T15:05:00Z');
    const { symbol } = (await results(id))[0];
    const bars = await storedBars(app.storage.prices, symbol);
    const flat = bars.close.map(() => 50);
    await restate(app.storage.prices, symbol, { ...bars, close: flat, high: flat, low: flat });
    await eventually(async () => (await results(id)).every((one) => one.symbol !== symbol));
    await tickAt('2024-12-20T15:10:00Z');
    const [second, first] = await runs(id);
    expect(second.as_of).toBe(first.as_of);
    expect(second.gone).toContainEqual(expect.objectContaining({ symbol, reason: 'dropped' }));
    expect(second.found_count).toBe((await results(id)).length);

    // Back to the first state, as by an undo: one more run, and no further one.
    await restate(app.storage.prices, symbol, bars);
    await eventually(async () => (await results(id)).some((one) => one.symbol === symbol));
    for (const minute of [15, 20]) await tickAt(`2024-12-20T15:${minute}:00Z`);
    const [third, ...former] = await runs(id);
    expect(third.added).toContainEqual(expect.objectContaining({ symbol }));
    expect(former.map(({ run_id }: { run_id: number }) => run_id)).toContain(second.run_id);
    expect(third.at).toBe('2024-12-20T15:15:00.000Z');
  });

  test('an entering pattern is reported once, even if the prices of one market arrive later', async () => {
    const id = await save({ markets: '0,11', window: 'next_month' });
    await tickAt('2024-12-19T15:05:00Z');
    const told = await events('pattern.entering');
    expect(told.length).toBeGreaterThan(0);
    await app.sql('saved_scan_run').update({ prices: 'sandbox 0:2024-12-18 11:2024-12-17' });
    await tickAt('2024-12-19T15:10:00Z');
    const [second, first] = await runs(id);
    expect(second).toMatchObject({ compared: true, added: [], gone: [], entering: first.entering });
    expect(await events('pattern.entering')).toEqual(told);
    expect(await events('scan.changed')).toEqual([]);
  });

  test('a scan that the plan no longer allows stores the reason, keeps the earlier result and is tried again', async () => {
    const id = await save({ markets: '16', window: 'next_month' });
    await tickAt('2024-12-19T15:05:00Z');
    const account = (await app.storage.accounts.findByEmail('business@example.com'))!;
    await app.storage.accounts.setTier(account.id, 'free');
    await tickAt('2024-12-20T15:05:00Z');
    expect((await runs(id))[0]).toMatchObject({
      fault: expect.stringContaining('Market 16'),
      found_count: null,
      added: [],
    });
    await app.storage.accounts.setTier(account.id, 'business');
    await tickAt('2024-12-20T15:25:00Z');
    expect((await runs(id)).map(({ compared }: { compared: boolean }) => compared)).toEqual([true, false, false]);
  });

  test('a scan without a market to scan stores the reason', async () => {
    const ann = await signIn(app, 'business@example.com');
    const currencies = (await ann.post('/v1/account/keys', { name: 'currencies', markets: ['7'] })).body.secret;
    const unreached = await save({ window: 'next_month' }, currencies);
    const outOfBand = await save({ markets: '0,11', min_winning_years: 2 });
    await tickAt('2024-12-19T15:05:00Z');
    const faultsOf = async (id: string) => (await runs(id)).map(({ fault }: { fault: string }) => fault);
    expect(await faultsOf(unreached)).toEqual([
      expect.stringMatching(/^This key reaches none of the markets that a scan/),
    ]);
    expect(await faultsOf(outOfBand)).toEqual([expect.stringMatching(/^These markets contributed nothing: /)]);
  });

  test('a scan that cannot be run does not delay the others, and its job has the reason', async () => {
    const [broken, other] = [await save({ markets: '0' }), await save({ markets: '11' })];
    await app.sql('saved_scan').where({ id: broken }).update({ query: 'null' });
    await tickAt('2024-12-19T15:05:00Z');
    expect([(await runs(broken)).length, (await runs(other)).length]).toEqual([0, 1]);
    const [job, ...others] = await app.service.queue.list({ queue: 'saved-scan' });
    expect(others).toEqual([]);
    expect(job).toMatchObject({ key: broken, state: 'waiting', error: `saved scan ${broken} could not be run` });
  });
}
