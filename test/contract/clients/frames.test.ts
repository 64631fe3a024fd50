import { spawnSync } from 'node:child_process';
import { startTestApp, type TestApp } from '../../helpers/app';
import { describeWith, found, PYTHON } from '../../helpers/installed';
import { CARD, pickEntry } from '../../helpers/ledgerEntries';
import { type Listening, listen } from '../../helpers/listen';
import { languageOf } from './languages';

/** Answers as data frames of pandas. */

/** A Python of this machine with pandas; null if there is none. Importing it takes a second. */
const PANDAS = found('-cimport pandas', 'python3', '/usr/bin/python3');

let app: TestApp;
let server: Listening;

beforeAll(async () => {
  app = await startTestApp({ now: '2024-06-28T15:00:00Z' });
  for (const session of ['2024-06-26', '2024-06-27']) {
    await app.storage.records.append(`session ${session}`, () => ({ entry: pickEntry(session), card: CARD }));
  }
  server = await listen(app.app);
});
afterAll(async () => {
  await server.close();
  await app.close();
});

async function said(python: string, program: string): Promise<unknown> {
  const head = 'import json\nfrom perennial_client import Perennial, df\nclient = Perennial()\n';
  const env = { PERENNIAL_URL: server.url, PERENNIAL_API_KEY: app.keys.business };
  return JSON.parse(await languageOf('Python', python, 'driver.py').run(['-W', 'error', '-c', head + program], env));
}

describeWith(PANDAS, { name: 'pandas', install: 'pandas (Debian: apt-get install python3-pandas)' }, (python) => {
  test('a scan becomes a frame by rank, with dates, and with the numbers of the JSON', async () => {
    const { body } = await app.get('/v1/scan?markets=0&view=table&limit=4').expect(200);
    const shown = (await said(
      python,
      `frame = client.scan_markets(markets="0", view="table", limit=4).df()
print(json.dumps({
    "index": [frame.index.name, frame.index.tolist()],
    "types": [str(frame.dtypes[name])[:10] for name in ("entry_date", "exit_date", "hold_days", "edge_score")],
    "entries": [str(value.date()) for value in frame["entry_date"]],
    "scores": frame["edge_score"].tolist(),
    "nested": "significance.status" in frame.columns,
}))`,
    )) as Record<string, unknown>;
    const rows: { rank: number; entry_date: string; edge_score: number }[] = body.opportunities;
    expect(rows.length).toBeGreaterThan(1);
    expect(shown.index).toEqual(['rank', rows.map(({ rank }) => rank)]);
    expect((shown.types as string[]).slice(0, 3)).toEqual(['datetime64', 'datetime64', 'int64']);
    expect(shown.entries).toEqual(rows.map((row) => row.entry_date));
    expect(shown.scores).toEqual(rows.map((row) => row.edge_score));
    expect(shown.nested).toBe(true);
  });

  test('a table of the API becomes a frame with its flat columns', async () => {
    const columns = await said(
      python,
      `frame = df(client.scan_markets(markets="0", limit=3, accept="application/x-ndjson"))
print(json.dumps([frame.index.name, list(frame.columns), str(frame["as_of"].dtype)[:10]]))`,
    );
    const { text } = await app.get('/v1/scan?markets=0&limit=3&format=csv').expect(200);
    const [head] = text.split('\r\n');
    expect(columns).toEqual(['rank', head.split(',').slice(1), 'datetime64']);
  });

  test('years become an index, and lists other than the first are chosen by name', async () => {
    const chart = '/v1/seasonal-chart?market=0&symbol=AAPL&entry_date=2024-07-01&days_out=30';
    const { body } = await app.get(chart).expect(200);
    const shown = await said(
      python,
      `chart = client.get_seasonal_chart(market="0", symbol="AAPL", entry_date="2024-07-01", days_out=30)
curve, bars = chart.df(), chart.df("per_year_bars")
receipts = client.analyze_symbol("AAPL", market="0").df()
print(json.dumps([len(curve), str(curve["date"].dtype)[:10], bars.index.name, bars.index.tolist(), bars["return_pct"].tolist(), receipts.index.name]))`,
    );
    const bars: { year: number; return_pct: number }[] = body.per_year_bars;
    const years = bars.map(({ year }) => year);
    const returns = bars.map((bar) => bar.return_pct);
    expect(shown).toEqual([body.seasonal_curve.length, 'datetime64', 'year', years, returns, 'year']);
  });

  test('iterators, instants, null dates and answers without rows become frames', async () => {
    const shown = await said(
      python,
      `records = df(client.iter_ledger(limit=1))
symbols = df([{"symbol": "X", "first_date": None}, {"symbol": "Y", "first_date": "2020-01-02"}])
print(json.dumps([
    records["seq"].tolist(), str(records["published_at"].dtype)[-4:], str(symbols["first_date"].dtype)[:10],
    symbols["first_date"].isna().tolist(), len(client.scan_markets(markets="0", min_win_rate=1, min_years=98, years=98).df()),
]))`,
    );
    expect(shown).toEqual([[1, 2], 'UTC]', 'datetime64', [true, false], 0]);
  });

  test('an answer without the requested rows says which lists it has', async () => {
    const shown = await said(
      python,
      `faults = []
for answer, rows in ((client.get_me(), None), (client.analyze_symbol("AAPL"), "card.years")):
    try:
        answer.df(rows)
    except ValueError as fault:
        faults.append(str(fault))
print(json.dumps(faults))`,
    );
    expect(shown).toEqual([
      expect.stringMatching(/^This answer has no rows of its own; it has .*markets_in_scope/),
      expect.stringMatching(/^This answer has no list 'card\.years'; it has .*card\.receipts\.per_year/),
    ]);
  });
});

const WITHOUT = PYTHON !== null && PYTHON !== PANDAS ? PYTHON : null;
const install = 'a Python without pandas';
(WITHOUT === null ? test.skip : test)(`without pandas a frame says what to install (needs ${install})`, () => {
  const code = 'from perennial_client import df\ndf([])';
  const env = { PATH: process.env.PATH, PYTHONPATH: `${__dirname}/../../../generated/clients/python` };
  const { stderr } = spawnSync(WITHOUT ?? '', ['-B', '-c', code], { encoding: 'utf8', env });
  expect(stderr).toContain('ImportError: Data frames need pandas: pip install "perennial-client[pandas]"');
});
