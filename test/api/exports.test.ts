import { createHash } from 'node:crypto';
import { QUEUES } from '../../src/queue/queue';
import { ExportStore } from '../../src/storage/exports';
import { startTestApp, type TestApp } from '../helpers/app';
import { exportsOf } from '../helpers/exports';
import { describeServed } from '../helpers/servedFromBoth';
import { type SignedInBrowser, signIn } from '../helpers/signedIn';

const NOW = '2024-06-28T15:00:00Z';
/** The whole market year, as in a symbol's own list; few holds, so that the test is quick. */
const YEAR = { market: 'dow30', from: '2024-01-01', min_days: 20, max_days: 26 };

/** Columns that a symbol's list has too, by the same names. */
const LISTED = ['symbol', 'market', 'direction', 'entry_date', 'days_out', 'years', 'years_tested', 'win_rate'].concat([
  'avg_profit_pct',
  'median_profit_pct',
  'sharpe_ratio',
]);

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

describe('an export', () => {
  let app: TestApp;
  let exports: ReturnType<typeof exportsOf>;
  beforeAll(async () => {
    app = await startTestApp({ now: NOW, nullDistributions: {} });
    exports = exportsOf(app);
  });
  afterAll(() => app.close());

  type Row = Readonly<Record<string, unknown>>;
  const read = async (id: string): Promise<Row[]> => {
    const { body } = await exports.file(id).expect(200);
    const lines: string[] = (body as Buffer).toString().trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line));
  };
  const rowsOf = async (asked: object) => read((await exports.made({ ...asked, format: 'ndjson' })).export_id);

  test('is requested, made in the background, and downloaded whole or in parts', async () => {
    const { file, ...job } = await exports.made(YEAR);
    expect(job).toMatchObject({
      state: 'ready',
      market: '0',
      from: '2024-01-01',
      to: '2024-12-31',
      failures: [],
      note: null,
      data_version: expect.stringMatching(/^[0-9a-f]{64}$/),
      expires_at: '2024-06-29T15:00:00.000Z',
      progress: { stage: 'patterns', done: 5, total: 5, unit: 'symbols' },
    });
    const { body: whole, headers } = await exports.file(job.export_id).expect(200);
    expect([whole.length, sha256(whole)]).toEqual([file!.size, file!.sha256]);
    const digest = Buffer.from(file!.sha256, 'hex').toString('base64');
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename=patterns-0-2024-01-01.csv',
      etag: `"${file!.sha256}"`,
      'repr-digest': `sha-256=:${digest}:`,
      'accept-ranges': 'bytes',
    });
    const lines = whole.toString().trimEnd().split('\r\n');
    expect(lines).toHaveLength(file!.rows + 1);
    expect(lines[0]).toBe(file!.columns.map(({ name }) => name).join());
    // An interrupted download is resumed.
    const first = await exports.file(job.export_id, { Range: 'bytes=0-999' }).expect(206);
    const rest = await exports.file(job.export_id, { Range: 'bytes=1000-', 'If-Range': headers.etag }).expect(206);
    expect(rest.headers['content-range']).toBe(`bytes 1000-${whole.length - 1}/${whole.length}`);
    expect(Buffer.concat([first.body, rest.body]).equals(whole)).toBe(true);
    const other = await exports.file(job.export_id, { Range: 'bytes=1000-', 'If-Range': '"another"' }).expect(200);
    expect(other.body.equals(whole)).toBe(true);
    const beyond = await exports.file(job.export_id, { Range: `bytes=${whole.length}-` }).expect(416);
    expect(beyond.headers['content-range']).toBe(`bytes */${whole.length}`);
  });

  test('has the windows of the list of each symbol, in every format', async () => {
    const asked = { ...YEAR, per_symbol: 3 };
    const lines = async (format: string) => {
      const { export_id, file } = await exports.made({ ...asked, format });
      return { file: file!, content: (await exports.file(export_id).expect(200)).body as Buffer };
    };
    const { content, file } = await lines('ndjson');
    const rows: Record<string, unknown>[] = content
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toHaveLength(file.rows);
    const symbols = [...new Set(rows.map(({ symbol }) => String(symbol)))];
    expect(symbols.length).toBeGreaterThan(3);
    for (const symbol of symbols) {
      const { body } = await app.get(
        `/v1/opportunities/${symbol}?market=0&min_days=${YEAR.min_days}&max_days=${YEAR.max_days}`,
      );
      const own = rows.filter((row) => row.symbol === symbol);
      expect(own.map(({ rank }) => rank)).toEqual(own.map((_, i) => i + 1));
      const names = LISTED.filter((name) => name in body.opportunities[0]);
      expect(names).toEqual(LISTED);
      const picked = (row: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, row[name]]));
      expect(own.map(picked)).toEqual(body.opportunities.slice(0, 3).map(picked));
    }
    const parquet = (await lines('parquet')).content;
    const { parquetReadObjects } = await import('hyparquet');
    const bytes = parquet.buffer.slice(parquet.byteOffset, parquet.byteOffset + parquet.length) as ArrayBuffer;
    const read = await parquetReadObjects({ file: bytes });
    const plain = (value: unknown) =>
      typeof value === 'bigint'
        ? Number(value)
        : Object.prototype.toString.call(value) === '[object Date]'
          ? (value as Date).toISOString().slice(0, 10)
          : (value ?? null);
    const asText = (row: object) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));
    expect(read.map(asText)).toEqual(rows);
  });

  test('with a bound on p-values has the rows within it, ranked again', async () => {
    const all = await rowsOf({ ...YEAR, per_symbol: 20 });
    const bound = Math.min(...all.map(({ p_symbol }) => Number(p_symbol)));
    const bounded = await rowsOf({ ...YEAR, per_symbol: 20, max_p_symbol: bound });
    const unranked = (rows: readonly Row[]) => rows.map((row) => ({ ...row, rank: null }));
    expect(unranked(bounded)).toEqual(unranked(all.filter(({ p_symbol }) => Number(p_symbol) <= bound)));
    expect(bounded.length).toBeLessThan(all.length);
    for (const symbol of new Set(bounded.map((row) => row.symbol))) {
      const ranks = bounded.filter((row) => row.symbol === symbol).map(({ rank }) => rank);
      expect(ranks).toEqual(ranks.map((_, i) => i + 1));
    }
  });

  test('names the symbols whose stored prices are damaged, and has the windows of the others', async () => {
    const asked = { ...YEAR, per_symbol: 5 };
    const whole = await rowsOf(asked);
    const { symbol } = whole[0];
    const [symbol_id] = await app.sql('symbol').where({ ticker: symbol }).pluck('id');
    const highs = () => app.sql('price_column').where({ symbol_id, column_set: 'range' });
    const [{ data }] = await highs();
    await highs().update({ data: Buffer.from(data.map((byte: number) => byte ^ 0xff)) });
    try {
      const { export_id, failures } = await exports.made({ ...asked, format: 'ndjson', per_symbol: 6 });
      expect(failures).toEqual([{ symbol, reason: 'Its stored prices cannot be read; import them again.' }]);
      const others = (await read(export_id)).filter(({ rank }) => Number(rank) <= 5);
      expect(others).toEqual(whole.filter((row) => row.symbol !== symbol));
    } finally {
      await highs().update({ data });
    }
  });

  test('is deleted with its file', async () => {
    const { export_id } = await exports.made({ ...YEAR, per_symbol: 1 });
    const { body } = await exports.remove(export_id).expect(200);
    expect(body).toMatchObject({ state: 'expired', file: null, note: 'The account deleted the file.' });
    const { error } = JSON.parse((await exports.file(export_id).expect(410)).body);
    expect(error).toEqual({ code: 'gone', message: 'The account deleted the file. POST /exports makes it anew.' });
    expect(await app.sql('export_block').where({ job_id: export_id })).toEqual([]);
    await exports.remove(export_id).expect(200);
    await exports.remove('nothing').expect(404);
  });

  test('requested again with the same prices while its file exists is the same export, and counts once', async () => {
    const left = async () => {
      const { exports_per_day, exports_remaining_today } = (await app.get('/v1/me')).body;
      const list = (await app.get('/v1/exports')).body;
      expect(list).toMatchObject({ exports_per_day, exports_remaining_today });
      return [exports_per_day, exports_remaining_today];
    };
    const [perDay, before] = await left();
    const asked = { ...YEAR, per_symbol: 4 };
    const first = await exports.made(asked);
    const again = await exports.made(asked);
    expect(again).toEqual(first);
    expect(await left()).toEqual([perDay, before - 1]);
    await exports.remove(first.export_id).expect(200);
    const anew = await exports.made(asked);
    expect(anew).toMatchObject({ state: 'ready', file: { sha256: first.file!.sha256 } });
    expect(anew.export_id).not.toBe(first.export_id);
    expect(await left()).toEqual([perDay, before - 2]);
    expect((await app.get('/v1/me', 'free')).body).toMatchObject({ exports_per_day: 0, exports_remaining_today: 0 });
  });

  test('requested twice while it waits is one; deleted while it waits, it never has a file', async () => {
    const [one, two] = await Promise.all([0, 1].map(() => exports.post({ ...YEAR, per_symbol: 2 })));
    expect(one.body.export_id).toBe(two.body.export_id);
    await exports.remove(one.body.export_id).expect(200);
    await app.service.queue.settled();
    const { body } = await exports.get(one.body.export_id);
    expect(body).toMatchObject({ state: expect.stringMatching(/cancelled|expired/), file: null });
    const { body: refused } = await exports.file(one.body.export_id);
    expect(JSON.parse(refused).error.message).toMatch(/POST \/exports makes it anew|the export is cancelled/);
  });

  test('whose job is cancelled in the queue alone fails within ten minutes', async () => {
    const { queue, schedule } = app.service;
    const { export_id } = (await exports.post({ ...YEAR, per_symbol: 5 })).body;
    const [job] = await queue.list({ queue: 'export', state: 'waiting' });
    expect(job.key).toBe(export_id);
    expect(await queue.cancelJob(job.id)).toBe(true);
    app.clock.set('2024-06-28T15:10:00Z');
    await schedule.tick();
    const { body } = await exports.get(export_id);
    expect(body).toMatchObject({ state: 'failed', note: 'The operator of this server cancelled it.', file: null });
    app.clock.set(NOW);
  });

  test('of a market without prices has no rows, and says so', async () => {
    const made = await exports.made({ market: '6' });
    expect(made).toMatchObject({ state: 'ready', file: { rows: 0 }, failures: [], note: 'Market 6 holds no prices.' });
  });

  test('expires after a day', async () => {
    const { export_id } = await exports.made({ ...YEAR, per_symbol: 3 });
    app.clock.set('2024-06-29T15:00:00Z');
    expect((await exports.get(export_id)).body).toMatchObject({ state: 'expired', file: null });
    const { body } = await exports.file(export_id).expect(410);
    expect(JSON.parse(body).error.message).toBe(
      'The file was kept until 2024-06-29T15:00:00.000Z. POST /exports makes it anew.',
    );
    await app.service.schedule.tick();
    expect(await app.sql('export_block').where({ job_id: export_id })).toEqual([]);
    app.clock.set(NOW);
  });

  test('of old prices says how old they are while there is a file, as other answers do', async () => {
    const gone = async (id: string) => JSON.parse((await exports.file(id).expect(410)).body).error.message;
    app.clock.set('2024-08-01T15:00:00Z');
    try {
      const { data_age_note } = (await app.get('/v1/opportunities?market=0').expect(200)).body;
      expect(data_age_note).toContain('Prices of market 0 (DOW 30 STOCKS) end ');
      const old = await exports.made({ ...YEAR, per_symbol: 2 });
      expect(old).toMatchObject({ state: 'ready', note: data_age_note });
      const deleted = await exports.made({ ...YEAR, per_symbol: 1 });
      expect(deleted.note).toBe(data_age_note);
      expect((await exports.remove(deleted.export_id)).body.note).toBe('The account deleted the file.');
      app.clock.set('2024-08-02T15:00:00Z');
      const kept = 'The file was kept until 2024-08-02T15:00:00.000Z. POST /exports makes it anew.';
      for (const pruned of [false, true]) {
        if (pruned) await app.service.schedule.tick();
        expect((await exports.get(old.export_id)).body).toMatchObject({ state: 'expired', note: null });
        expect(await gone(old.export_id)).toBe(kept);
        expect(await gone(deleted.export_id)).toBe('The account deleted the file. POST /exports makes it anew.');
      }
    } finally {
      app.clock.set(NOW);
    }
  });
});

describeServed(() => {
  let app: TestApp;
  let exports: ReturnType<typeof exportsOf>;
  let operator: SignedInBrowser;
  beforeEach(async () => {
    app = await startTestApp({ now: NOW, nullDistributions: {} });
    exports = exportsOf(app);
    operator = await signIn(app, 'pro@example.com', 'admin');
  });
  afterEach(() => app.close());

  const act = (verb: 'retry' | 'cancel', id: string) =>
    operator.post(`/v1/operator/jobs/${id}/${verb}`, {}).expect(200);
  const retryAndExpectFile = async (jobId: string, exportId: string) => {
    await act('retry', jobId);
    expect((await exports.get(exportId)).body).toMatchObject({ state: 'queued', note: null, finished_at: null });
    await app.service.queue.settled();
    expect((await exports.get(exportId)).body).toMatchObject({ state: 'ready', note: null });
  };

  test('an export whose job an operator cancels fails at once; retried, it is made', async () => {
    const { export_id } = (await exports.post(YEAR)).body;
    const [job] = await app.service.queue.list({ queue: 'export', state: 'waiting' });
    await act('cancel', job.id);
    const cancelled = (await exports.get(export_id)).body;
    expect(cancelled).toMatchObject({ state: 'failed', note: 'The operator of this server cancelled it.', file: null });
    await retryAndExpectFile(job.id, export_id);
  });

  test('an export whose job failed in all its attempts is made when an operator retries it', async () => {
    const { queue } = app.service;
    const { export_id } = (await exports.post(YEAR)).body;
    const begin = ExportStore.prototype.begin;
    const beginning = jest.spyOn(ExportStore.prototype, 'begin').mockImplementation(async function (
      this: ExportStore,
      id,
    ) {
      const begun = await begin.call(this, id);
      if (begun!.attempt < QUEUES.export.attempts) throw new Error('the process ended');
      return begun;
    });
    for (let i = 0; i < QUEUES.export.attempts; i++) {
      // It does not wait for the end of its pause.
      await queue.send('export', { id: export_id }, { key: export_id });
      await queue.settled();
    }
    beginning.mockRestore();
    const failed = (await exports.get(export_id)).body;
    expect(failed).toMatchObject({ state: 'failed', note: expect.stringMatching(/^3 processes ended/), file: null });
    const [job] = await queue.list({ queue: 'export', state: 'failed' });
    await retryAndExpectFile(job.id, export_id);
  });
});
