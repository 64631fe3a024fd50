import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromIso } from '../../../../src/core/calendar/dates';
import { acceptHeld, rejectHeld, resumeSymbols, waitingForReview } from '../../../../src/jobs/feeds/feedAdmin';
import { formatFeedReport, remainder } from '../../../../src/jobs/feeds/report';
import { type FeedRunOptions, runFeed } from '../../../../src/jobs/feeds/run';
import { importPrices } from '../../../../src/jobs/import';
import { undoLastImport } from '../../../../src/jobs/symbols';
import type { Feed } from '../../../../src/storage/feeds';
import { weekdayBars } from '../../../helpers/bars';
import { eventually } from '../../../helpers/eventually';
import { FakeProvider } from '../../../helpers/fakeProvider';
import { sessionRows, type TestFeeds, testFeeds, untilDone } from '../../../helpers/feeds';
import { shownBars, weekdayCsv } from '../../../helpers/ingest';
import { seriesIn, storeBars, storedBars } from '../../../helpers/storage';
import { tempFolder } from '../../../helpers/tempFolder';

const tempDir = tempFolder();

/** A Thursday, an hour after its bars have become final in New York. */
const THURSDAY = '2024-06-27T23:00:00Z';
const FRIDAY = '2024-06-28T23:00:00Z';
const MONDAY = '2024-07-01T23:00:00Z';

const TOTAL_RETURN = 'adjusted for splits and dividends (total return)';

let fake: FakeProvider;
let test_: TestFeeds;
beforeEach(async () => {
  fake = await FakeProvider.start();
  test_ = await testFeeds(fake, { now: THURSDAY });
});
afterEach(async () => {
  await test_.close();
  await fake.stop();
});

/** Gives Tiingo prices of symbols from January 2024 through a day. */
function has(through: string, ...tickers: string[]): void {
  for (const ticker of tickers) fake.rows.set(ticker.toLowerCase(), sessionRows('2024-01-02', through));
}
const feedNow = async (feed: Feed) => (await test_.deps.feeds.find(feed.id))!;
async function run(feed: Feed, options: FeedRunOptions = {}) {
  const report = await untilDone(test_.clock, runFeed(test_.deps, await feedNow(feed), options));
  return { report, outcomes: Object.fromEntries(report.symbols.map(({ ticker, outcome }) => [ticker, outcome])) };
}
const bars = async (symbol: string) => shownBars(await storedBars(test_.deps.prices, symbol));
const lastBars = async (symbol: string, n: number) => (await bars(symbol)).slice(-n).map((line) => line.split(' [')[0]);
const newestReport = async () => (await test_.deps.prices.quality.reports(null, 1))[0];
const symbolOf = async (feed: Feed, ticker: string) =>
  (await test_.deps.feeds.symbols(feed.id)).find((one) => one.ticker === ticker)!;

describe('runs of a feed', () => {
  test('the first run fetches the history, later ones the overlap and new bars; a session is fetched once', async () => {
    fake.rows.set('spy', sessionRows('2020-01-02', '2024-06-27'));
    const feed = await test_.add('tiingo', ['SPY']);
    const first = await run(feed);
    expect(first.report.run).toMatchObject({
      session: '2024-06-27',
      due: 1,
      updated: 1,
      rows: 1129,
      failed: 0,
      left: 0,
    });
    expect(fake.seen[0].query).toMatchObject({ startDate: '1960-01-01', endDate: '2024-06-27' });
    expect((await run(feed)).report.run).toMatchObject({ due: 0 });
    expect(fake.askedFor()).toEqual(['spy']);

    test_.clock.set(FRIDAY);
    fake.rows.set('spy', sessionRows('2020-01-02', '2024-06-28'));
    const second = await run(feed);
    expect(second.outcomes).toEqual({ SPY: 'updated' });
    expect(second.report.run.rows).toBe(1);
    // Ten sessions before the last: Juneteenth lies between.
    expect(fake.seen[0].query).toMatchObject({ startDate: '2024-06-13', endDate: '2024-06-28' });
    expect(await lastBars('SPY', 2)).toEqual(['2024-06-27 50', '2024-06-28 51']);
    const [series] = await seriesIn(test_.deps.prices);
    expect(series).toMatchObject({ symbol: 'SPY', source: `Tiingo, ${TOTAL_RETURN}`, simulated: false, rows: 1130 });
    expect(remainder(second.report)).toBe('nothing');
    expect(formatFeedReport(second.report, null)).toContain('1 symbols: 1 updated (1 new rows)');
  });

  test('refused and flagged rows are stored in the quality report of the run', async () => {
    const rows = sessionRows('2020-01-02', '2024-06-27');
    fake.rows.set('spy', [...rows.slice(0, 500), { date: '2021-12-31', close: -1 }, ...rows.slice(540)]);
    const first = await run(await test_.add('tiingo', ['SPY']));
    expect(first.report.run).toMatchObject({ updated: 1, restated: 0, refused: 1, flagged: 1 });
    const report = await newestReport();
    expect(report).toMatchObject({
      run: { kind: 'feed', label: 'feed Tiingo' },
      rowsTaken: report.rowsIn - 1,
      rowsHeld: 0,
      refused: { non_positive: 1 },
      flagged: { gap: 1 },
    });
    const findings = await test_.deps.prices.quality.findings(report.id, { after: 0, limit: 9 });
    expect(findings.map(({ symbol, kind, file }) => [symbol, kind, file])).toEqual([
      ['SPY', 'non_positive', null],
      ['SPY', 'gap', null],
    ]);
    await run((await test_.deps.feeds.all())[0]);
    expect(await test_.deps.prices.quality.reports(null, 9)).toHaveLength(1);
  });

  test('a bar of tomorrow, or of today before it is final, is refused', async () => {
    test_.clock.set('2024-06-27T21:30:00Z');
    const feed = await test_.add('tiingo', ['SPY']);
    fake.trouble = () => ({
      status: 200,
      body: 'date,close,high,low,open,volume,adjClose\n2024-06-26,50,51,49,50,1,50\n2024-06-27,51,52,50,51,1,51\n2024-06-28,52,53,51,52,1,52\n',
    });
    const { report } = await run(feed);
    expect(await bars('SPY')).toEqual(['2024-06-26 50 [49 51]']);
    expect(report.symbols[0].refused.map(({ kind }) => kind)).toEqual(['provisional', 'future']);
    expect(report.run.refused).toBe(1);
    // Provisional bars come every evening: they are counted and not listed.
    expect(await newestReport()).toMatchObject({ refused: { provisional: 1, future: 1 }, findings: 1 });
  });

  test('imported prices are continued, even if the import spelled the ticker differently', async () => {
    await storeBars(
      test_.deps.prices,
      { symbol: 'BRK-B', markets: ['11'] },
      weekdayBars(
        '2024-01-01',
        '2024-06-26',
        (day) => 50 + (day % 7),
        (day) => !sessionRows('2024-01-01', '2024-06-27').some(({ date }) => fromIso(date) === day),
      ),
    );
    has('2024-06-27', 'BRK-B');
    const { outcomes } = await run(await test_.add('tiingo', ['BRK.B']));
    expect(outcomes).toEqual({ 'BRK.B': 'updated' });
    expect(await lastBars('BRK-B', 1)).toEqual(['2024-06-27 50']);
    expect(await seriesIn(test_.deps.prices)).toHaveLength(1);
  });

  test('the first real prices end the sandbox, and the report says so', async () => {
    await storeBars(
      test_.deps.prices,
      { symbol: 'AAPL', markets: ['0'] },
      weekdayBars('2024-01-01', '2024-06-26', () => 50),
      { simulated: true },
    );
    has('2024-06-27', 'SPY');
    const { report } = await run(await test_.add('tiingo', ['SPY']));
    expect((await seriesIn(test_.deps.prices)).map(({ symbol }) => symbol)).toEqual(['SPY']);
    expect(formatFeedReport(report, null)).toContain('The sandbox has ended: its 1 simulated symbols went');
  });

  test('a run is recorded as a version of the prices, and the last import can still be undone', async () => {
    const file = join(tempDir, 'IWM.csv');
    writeFileSync(
      file,
      weekdayCsv(
        '2024-01-02',
        Array.from({ length: 100 }, (_, i) => 50 + (i % 7)),
      ),
    );
    const market = test_.deps.markets.find(({ id }) => id === '11')!;
    await importPrices(test_.deps, { paths: [file], market });
    has('2024-06-27', 'SPY', 'QQQ');
    await run(await test_.add('tiingo', ['SPY', 'QQQ']));
    const [version] = await test_.deps.prices.history.runs(10);
    expect(version).toMatchObject({ kind: 'feed', marketId: '11', label: 'feed Tiingo', symbols: 2 });
    await undoLastImport(test_.deps.prices, test_.clock);
    expect((await seriesIn(test_.deps.prices)).map(({ symbol }) => symbol)).toEqual(['QQQ', 'SPY']);
  });
});

describe('restated prices', () => {
  let feed: Feed;
  beforeEach(async () => {
    fake.rows.set('spy', sessionRows('2023-01-03', '2024-06-27'));
    feed = await test_.add('tiingo', ['SPY']);
    await run(feed);
    fake.seen.length = 0;
    test_.clock.set(FRIDAY);
  });
  const before = 0.98;
  const restated = (from = '2023-01-03') =>
    sessionRows(from, '2024-06-28', 50, (date) => (date < '2024-06-28' ? before : 1));

  test('scaled by one factor: the whole history is fetched again and replaces the stored one', async () => {
    fake.rows.set('spy', restated());
    const { outcomes, report } = await run(feed);
    expect(outcomes).toEqual({ SPY: 'restated' });
    expect(report.symbols[0].detail).toMatch(/factor 0\.98/);
    expect(fake.seen.map(({ query }) => query.startDate)).toEqual(['2024-06-13', '1960-01-01']);
    const all = await storedBars(test_.deps.prices, 'SPY');
    expect(all.close[0]).toBeCloseTo(sessionRows('2023-01-03', '2023-01-03')[0].close * before, 10);
    expect(await lastBars('SPY', 1)).toEqual(['2024-06-28 51']);
  });

  test('scaled by one factor, but the fetched history differs otherwise: held for review', async () => {
    const good = restated();
    fake.rows.set('spy', good);
    const foreign = good.map((row) => (row.date < '2024-03-01' ? { ...row, adjClose: row.close * 3 } : row));
    fake.trouble = ({ query }) => {
      fake.rows.set('spy', query.startDate === '1960-01-01' ? foreign : good);
      return undefined;
    };
    const stored = await bars('SPY');
    const { outcomes } = await run(feed);
    expect(outcomes).toEqual({ SPY: 'held' });
    expect(await bars('SPY')).toEqual(stored);
  });

  test('scaled by one factor, but the fetched history starts later: the older prices stay, rescaled', async () => {
    fake.rows.set('spy', restated('2023-06-01'));
    const { outcomes, report } = await run(feed);
    expect(outcomes).toEqual({ SPY: 'restated' });
    expect(report.run).toMatchObject({ updated: 1, restated: 1 });
    const all = await storedBars(test_.deps.prices, 'SPY');
    expect(all.day[0]).toBe(fromIso('2023-01-03'));
    expect(all.close[0]).toBeCloseTo(sessionRows('2023-01-03', '2023-01-03')[0].close * before, 10);
  });

  test('changed in any other way: held for review and stored once an operator accepts them', async () => {
    const odd = sessionRows('2023-01-03', '2024-06-28').map((row) =>
      row.date === '2024-06-20' ? { ...row, close: 99, adjClose: 99 } : row,
    );
    fake.rows.set('spy', odd);
    const stored = await bars('SPY');
    const { outcomes, report } = await run(feed);
    expect(outcomes).toEqual({ SPY: 'held' });
    expect(report.symbols[0].detail).toMatch(/1 of 9 shared days differ, first 2024-06-20: stored 50, provider 99/);
    expect(remainder(report)).not.toBe('nothing');
    const { rowsHeld } = await newestReport();
    expect(rowsHeld).toBe(odd.length);
    expect(await bars('SPY')).toEqual(stored);
    expect((await feedNow(feed)).counts).toMatchObject({ held: 1, active: 0 });
    // On the next session it is checked again, and no second history is requested.
    test_.clock.set(MONDAY);
    fake.seen.length = 0;
    expect((await run(feed)).outcomes).toEqual({ SPY: 'held' });
    expect(fake.seen).toHaveLength(1);

    const [waiting] = await waitingForReview(test_.deps, await test_.deps.feeds.all());
    expect(waiting.held).toMatchObject({ ticker: 'SPY', source: `Tiingo, ${TOTAL_RETURN}` });
    await acceptHeld(test_.deps, waiting);
    expect(await bars('SPY')).toEqual(shownBars(waiting.held.bars));
    expect(await newestReport()).toMatchObject({ rowsIn: rowsHeld, rowsTaken: rowsHeld, finishedAt: expect.any(Date) });
    expect(await lastBars('SPY', 1)).toEqual(['2024-06-28 51']);
    fake.rows.set('spy', [...odd, { date: '2024-07-01', close: 54 }]);
    expect((await run(feed)).outcomes).toEqual({ SPY: 'updated' });
    expect(await waitingForReview(test_.deps, await test_.deps.feeds.all())).toEqual([]);
  });

  test('after a rejection the old prices stay and the symbol is not fetched until it is resumed', async () => {
    fake.rows.set('spy', sessionRows('2023-01-03', '2024-06-28', 80));
    await run(feed);
    const stored = await bars('SPY');
    const [waiting] = await waitingForReview(test_.deps, await test_.deps.feeds.all());
    await rejectHeld(test_.deps, waiting);
    test_.clock.set(MONDAY);
    expect((await run(feed)).report.run.due).toBe(0);
    expect(await bars('SPY')).toEqual(stored);
    expect(await resumeSymbols(test_.deps, await feedNow(feed), null)).toEqual(['SPY']);
    expect((await run(feed)).outcomes).toEqual({ SPY: 'held' });
  });

  test('held prices are discarded once the provider sends prices that fit again', async () => {
    fake.rows.set('spy', sessionRows('2023-01-03', '2024-06-28', 80));
    await run(feed);
    test_.clock.set(MONDAY);
    fake.rows.set('spy', sessionRows('2023-01-03', '2024-07-01'));
    expect((await run(feed)).outcomes).toEqual({ SPY: 'updated' });
    expect(await waitingForReview(test_.deps, await test_.deps.feeds.all())).toEqual([]);
  });

  test('a price that looks like a split while the history is not adjusted is held', async () => {
    const rows = sessionRows('2023-01-03', '2024-06-28');
    fake.rows.set('spy', [...rows.slice(0, -1), { date: '2024-06-28', close: 25.1 }]);
    const { outcomes, report } = await run(feed);
    expect(outcomes).toEqual({ SPY: 'held' });
    expect(report.symbols[0].detail).toMatch(/2024-06-28: .*like a 2:1 split/);
    expect(await lastBars('SPY', 1)).toEqual(['2024-06-27 50']);
  });
});

describe('what goes wrong', () => {
  test('a renamed symbol is continued under its new ticker, and fails under the old one', async () => {
    has('2024-06-27', 'FB');
    const feed = await test_.add('tiingo', ['FB']);
    await run(feed);
    const at = { id: 'r', kind: 'rename', at: test_.clock.now(), marketId: null, label: 'FB META' } as const;
    await test_.deps.prices.write(at, async (changes) =>
      changes.rename((await test_.deps.prices.find('FB'))!.id, 'META'),
    );
    test_.clock.set(FRIDAY);
    has('2024-06-28', 'META');
    expect((await run(feed)).outcomes).toEqual({ META: 'updated' });
    await test_.add('tiingo', ['FB']);
    const { report } = await run(feed);
    expect(report.symbols[0]).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining('it is called META now'),
    });
    expect((await seriesIn(test_.deps.prices)).map(({ symbol }) => symbol)).toEqual(['META']);
  });

  test('a vanished symbol is marked, keeps its prices, and is retried daily at first and then weekly', async () => {
    has('2024-06-27', 'SPY', 'QQQ');
    const feed = await test_.add('tiingo', ['SPY', 'QQQ']);
    await run(feed);
    const stored = await bars('SPY');
    test_.clock.set(FRIDAY);
    fake.rows.delete('spy');
    has('2024-06-28', 'QQQ');
    expect((await run(feed)).outcomes).toEqual({ QQQ: 'updated', SPY: 'vanished' });
    expect(await bars('SPY')).toEqual(stored);
    expect(await symbolOf(feed, 'SPY')).toMatchObject({ state: 'vanished', vanishedAt: new Date(FRIDAY) });
    test_.clock.set('2024-06-29T05:00:00Z');
    expect((await run(feed, { respectPauses: true })).report.run.due).toBe(0);
    // Daily at first, since it may have been a mistake.
    test_.clock.set(MONDAY);
    has('2024-07-01', 'QQQ');
    expect((await run(feed, { respectPauses: true })).outcomes).toEqual({ QQQ: 'updated', SPY: 'vanished' });
    test_.clock.set('2024-07-06T05:00:00Z');
    await run(feed, { respectPauses: true });
    test_.clock.set('2024-07-08T23:00:00Z');
    has('2024-07-08', 'SPY');
    expect((await run(feed, { respectPauses: true })).outcomes).not.toHaveProperty('SPY');
    test_.clock.set('2024-07-13T05:00:00Z');
    expect((await run(feed, { respectPauses: true })).outcomes).toMatchObject({ SPY: 'updated' });
    expect(await symbolOf(feed, 'SPY')).toMatchObject({ state: 'active', vanishedAt: null });
  });

  test('an HTML page instead of prices fails that symbol alone, with the reason', async () => {
    has('2024-06-27', 'QQQ');
    fake.trouble = ({ path }) =>
      path.includes('spy') ? { status: 200, body: '<!doctype html><title>Sign in</title>' } : undefined;
    const feed = await test_.add('tiingo', ['SPY', 'QQQ']);
    const { outcomes, report } = await run(feed);
    expect(outcomes).toEqual({ QQQ: 'new', SPY: 'failed' });
    expect(remainder(report)).not.toBe('nothing');
    expect(formatFeedReport(report, null)).toMatch(
      /failed 1: failed\n {4}SPY: an error message saved in place of prices: HTML/,
    );
    expect(await symbolOf(feed, 'SPY')).toMatchObject({ failures: 1, through: null });
    // A scheduled run does not retry it within the hour.
    expect((await run(feed, { respectPauses: true })).report.run.due).toBe(0);
  });

  test('server errors of five symbols in a row end the run; the remaining symbols come first next time', async () => {
    const symbols = Array.from({ length: 12 }, (_, i) => `S${10 + i}`);
    has('2024-06-27', ...symbols);
    fake.trouble = () => ({ status: 503 });
    const feed = await test_.add('tiingo', symbols);
    const { report } = await run(feed);
    expect(report.run).toMatchObject({ due: 12, updated: 0 });
    expect(report.run.failed).toBeGreaterThanOrEqual(5);
    expect(report.run.ended).toMatch(/server error: 5 symbols in a row/);
    expect(remainder(report)).not.toBe('nothing');
    expect((await feedNow(feed)).nextAt).toEqual(new Date('2024-06-28T00:00:00Z'));
    fake.trouble = () => undefined;
    const again = await run(feed);
    expect(again.report.run).toMatchObject({ due: 12, updated: 12, left: 0 });
    expect(Number(again.report.symbols[0].ticker.slice(1))).toBeGreaterThanOrEqual(15);
  });

  test('a missing or refused credential ends the run, and no message contains it', async () => {
    fake.trouble = () => ({ status: 401, body: '{"detail":"Invalid token tiingo-secret-0123456789."}' });
    const feed = await test_.add('tiingo', ['SPY', 'QQQ', 'IWM']);
    const { report } = await run(feed);
    expect(report.run).toMatchObject({
      left: 3,
      failed: 0,
      ended: expect.stringMatching(/refuses the credential.*\*\*\*/),
    });
    expect(JSON.stringify(report)).not.toContain('secret');
    const other = await test_.add('eodhd', ['DIA']);
    expect((await run(other)).report.run.ended).toBe('the credential is not set: EODHD_API_TOKEN');
  });

  test('a provider without the bars of the session is late, and is asked again some hours later', async () => {
    has('2024-06-27', 'SPY');
    const feed = await test_.add('tiingo', ['SPY']);
    await run(feed);
    test_.clock.set(FRIDAY);
    expect((await run(feed)).outcomes).toEqual({ SPY: 'late' });
    expect((await run(feed, { respectPauses: true })).report.run.due).toBe(0);
    test_.clock.set('2024-06-29T03:30:00Z');
    has('2024-06-28', 'SPY');
    expect((await run(feed, { respectPauses: true })).outcomes).toEqual({ SPY: 'updated' });
  });
});

test('a repeated request sends its validators, and 304 means no new bars', async () => {
  has('2024-06-26', 'SPY');
  fake.headers = { etag: '"one"', 'last-modified': 'Wed, 26 Jun 2024 22:00:00 GMT' };
  const feed = await test_.add('tiingo', ['SPY']);
  await run(feed);
  // The first request was for the history, the second for the overlap, and the third repeats the second.
  await run(feed);
  fake.seen.length = 0;
  fake.trouble = ({ headers }) =>
    headers['if-none-match'] === '"one"' && headers['if-modified-since'] !== undefined ? { status: 304 } : undefined;
  expect((await run(feed)).outcomes).toEqual({ SPY: 'late' });
  expect(fake.seen[0].headers).toMatchObject({ 'if-none-match': '"one"' });
});

test('a provider by day gets one request a session for all symbols; histories come from another one', async () => {
  for (const symbol of ['SPY', 'QQQ', 'BRK.B']) fake.rows.set(symbol, sessionRows('2024-01-02', '2024-06-27'));
  const feed = await test_.add('massive-day', ['SPY', 'QQQ', 'BRK-B'], { unadjusted: true });
  expect((await run(feed)).outcomes).toEqual({ SPY: 'new', QQQ: 'new', 'BRK-B': 'new' });
  test_.clock.set(FRIDAY);
  for (const symbol of ['SPY', 'QQQ', 'BRK.B']) fake.rows.set(symbol, sessionRows('2024-01-02', '2024-06-28'));
  fake.seen.length = 0;
  expect((await run(feed)).outcomes).toEqual({ SPY: 'updated', QQQ: 'updated', 'BRK-B': 'updated' });
  expect(fake.seen).toHaveLength(11);
  expect(await lastBars('BRK-B', 1)).toEqual(['2024-06-28 51']);
  expect((await seriesIn(test_.deps.prices))[0].source).toBe(
    'Massive (Polygon), grouped by day, adjusted for splits (price return)',
  );
});

test('a symbol that a day holds twice with different closes is held, and the other symbols are updated', async () => {
  for (const symbol of ['SPY', 'QQQ']) fake.rows.set(symbol, sessionRows('2024-01-02', '2024-06-27'));
  const feed = await test_.add('massive-day', ['SPY', 'QQQ'], { unadjusted: true });
  await run(feed);
  test_.clock.set(FRIDAY);
  const rows = sessionRows('2024-01-02', '2024-06-28');
  fake.rows.set('SPY', [...rows, { ...rows[rows.length - 1], close: 60 }]);
  fake.rows.set('QQQ', rows);
  expect((await run(feed)).outcomes).toEqual({ SPY: 'held', QQQ: 'updated' });
});

test('600 symbols at 500 requests a day are complete on the second day, each fetched once', async () => {
  await test_.close();
  test_ = await testFeeds(fake, {
    now: THURSDAY,
    change: ({ id }) => (id === 'tiingo' ? { limits: { perMinute: 1e6, perDay: 500, concurrency: 8 } } : {}),
  });
  const symbols = Array.from({ length: 600 }, (_, i) => `S${1000 + i}`);
  for (const symbol of symbols) fake.rows.set(symbol.toLowerCase(), sessionRows('2024-05-01', '2024-06-27'));
  const feed = await test_.add('tiingo', symbols);
  const first = await run(feed);
  expect(first.report.run).toMatchObject({
    due: 600,
    updated: 500,
    left: 100,
    failed: 0,
    ended: expect.stringContaining('500 a day'),
  });
  expect((await feedNow(feed)).nextAt).toEqual(new Date('2024-06-28T00:00:00Z'));
  // No further request on the same UTC day.
  expect((await run(feed)).report.run).toMatchObject({ due: 100, updated: 0, left: 100 });
  expect(fake.askedFor()).toHaveLength(500);
  test_.clock.set('2024-06-28T00:00:10Z');
  expect((await run(feed)).report.run).toMatchObject({ due: 100, updated: 100, left: 0, ended: null });
  expect(fake.askedFor()).toHaveLength(100);
  const stored = await seriesIn(test_.deps.prices);
  expect(stored.map(({ symbol }) => symbol)).toEqual(symbols);
  expect(new Set(stored.map(({ rows }) => rows))).toEqual(new Set([sessionRows('2024-05-01', '2024-06-27').length]));
});

test('a database error ends the run, which has no request under way any more and begins none', async () => {
  const symbols = Array.from({ length: 8 }, (_, i) => `S${i}`);
  has('2024-06-26', ...symbols);
  const feed = await test_.add('tiingo', symbols);
  await run(feed);
  fake.askedFor();
  test_.clock.set(FRIDAY);
  const { prices } = test_.deps;
  const read = jest.spyOn(prices, 'read').mockRejectedValueOnce(new Error('disk I/O error'));
  await expect(run(feed)).rejects.toThrow('disk I/O error');
  expect(fake.askedFor().length).toBeLessThanOrEqual(2);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(fake.askedFor()).toEqual([]);
  read.mockRestore();
});

test('a stopped run counts the symbols left, and the next run fetches them', async () => {
  has('2024-06-27', 'SPY');
  const feed = await test_.add('tiingo', ['SPY']);
  fake.trouble = () => 'hang';
  const stop = new AbortController();
  const running = runFeed(test_.deps, feed, { signal: stop.signal });
  await eventually(async () => fake.seen.length > 0);
  stop.abort(new Error('stopped'));
  expect((await running).run).toMatchObject({ left: 1, ended: 'it was stopped' });
  fake.trouble = () => undefined;
  expect((await run(feed)).outcomes).toEqual({ SPY: 'new' });
});
