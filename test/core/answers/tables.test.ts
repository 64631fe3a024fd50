import { type Table, tableNotes } from '../../../src/answers/table';
import {
  chartTable,
  compareTable,
  ledgerTable,
  opportunityTable,
  recordTable,
  scanTable,
  scoreTable,
  symbolTable,
} from '../../../src/answers/tables';
import { resolveRef } from '../../../src/openapi/document';
import { csvLine, jsonLine } from '../../../src/rowText';
import { faultsAgainst } from '../../helpers/contractAjv';
import { contract } from '../../helpers/shell';

const TABLES: Readonly<Record<string, Table<never>>> = {
  scanMarkets: scanTable,
  listOpportunities: opportunityTable,
  listSymbolOpportunities: opportunityTable,
  listSymbolOpportunitiesAlias: opportunityTable,
  compareSymbols: compareTable,
  getSeasonalChart: chartTable,
  scoreSetups: scoreTable,
  getTrackRecord: recordTable,
  listLedger: ledgerTable,
  listSymbols: symbolTable,
  runSavedScan: scanTable,
};
const ROWS = 'application/json; profile=rows';
const tabled = contract.operations.filter(({ id }) => id in TABLES);

test('the contract has exactly these tables', () => {
  const listed = contract.operations.filter(({ files, answersJson }) => answersJson && 'text/csv' in files);
  expect(listed.map(({ id }) => id).sort()).toEqual(Object.keys(TABLES).sort());
  for (const { files } of listed) expect(Object.keys(files)).toEqual(['text/csv', 'application/x-ndjson', ROWS]);
});

describe.each(tabled.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  const table = TABLES[id] as Table<object>;
  const { method, path } = operation;
  const answer = contract.document.paths[path][method].responses['200'];
  const line = answer.content['application/x-ndjson'].schema;

  test('has the columns of its schema, in their order, all of them required', () => {
    const { properties, required } = resolveRef(contract.document, line);
    expect(table.columns).toEqual(Object.keys(properties));
    expect(required).toEqual(table.columns);
  });

  test('agrees with the examples', () => {
    const [body] = Object.values(operation.examples).map(({ value }) => value as object);
    const csv = [table.columns, ...table.cells(body)].map(csvLine).join('');
    const shown = String(operation.files['text/csv'].table.value);
    expect(csv.startsWith(shown) && shown.endsWith('\r\n')).toBe(true);
    const [first] = linesOf(table, body);
    expect(operation.files['application/x-ndjson'].line.value).toEqual(JSON.parse(first));
    expect(operation.files[ROWS].rows.value).toEqual([JSON.parse(first)]);
    expect(answer.content[ROWS].schema.items).toEqual(line);
  });

  test.each(Object.entries(operation.examples))('is valid by its schema: %s', (_, { value }) => {
    for (const row of linesOf(table, value as object)) {
      expect(faultsAgainst(pointerTo(line.$ref), JSON.parse(row))).toEqual([]);
    }
  });
});

test('all types of ledger records share the columns; fields that a record lacks are null', () => {
  const link = { published_at: '2024-07-16T00:10:03.000Z', simulated: true, clock: 'set', prev_hash: 'a', hash: 'b' };
  const made = {
    session: '2024-06-28',
    engine_version: '2',
    data_version: 'd',
    model_version: 'm',
    market_failures: [],
  };
  const prediction = { ml_score: 74.2, ml_win_prob: 0.6, pred_return_pct: 1.2, pred_mfe_pct: 3 };
  const dates = { entry_date: '2024-07-01', exit_date: '2024-07-15', hold_days: 15, earliest_entry: '2024-06-28' };
  const setup = { symbol: 'MSFT', market: '0', direction: 'long', edge_score: 54, ...dates };
  const figures = { windows: 200, win_rate: 0.5, avg_return_pct: 0.3 };
  const sessions = { entry_session: '2024-07-01', exit_session: '2024-07-15' };
  const benchmark = { symbol: 'SPY', return_pct: 1.5 };
  const records = [
    { seq: 1, type: 'pick', ...link, ...made, as_of: '2024-06-27', ...setup, ml: prediction, card_hash: 'c' },
    { seq: 2, type: 'no_pick', ...link, ...made, as_of: null, reason: 'nothing' },
    {
      seq: 3,
      type: 'outcome',
      ...link,
      ...sessions,
      pick: { seq: 1, hash: 'b' },
      return_pct: -2,
      result: 'loss',
      convention: 'halted',
      benchmark,
      data_version: 'd',
    },
    { seq: 4, type: 'random_dates', ...link, pick: { seq: 1, hash: 'b' }, figures, data_version: 'd' },
    { seq: 5, type: 'correction', ...link, corrects: { seq: 3, hash: 'b' }, reason: 'a split', return_pct: 2.5 },
  ];
  const shared = Object.keys({ seq: 0, type: 0, ...link });
  const rows = [...ledgerTable.cells({ records } as never)].map((cells) =>
    Object.fromEntries(ledgerTable.columns.map((name, i) => [name, cells[i]])),
  );
  const own = rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null && !shared.includes(name))),
  );
  expect(rows.map((row) => shared.map((name) => row[name]))).toEqual(
    records.map(({ seq, type }) => Object.values({ seq, type, ...link })),
  );
  expect(own).toEqual([
    { session: '2024-06-28', rule_version: 1, as_of: '2024-06-27', ...setup, ...prediction, card_hash: 'c' },
    { session: '2024-06-28', rule_version: 1, reason: 'nothing' },
    {
      ...sessions,
      of_seq: 1,
      return_pct: -2,
      result: 'loss',
      convention: 'halted',
      benchmark_symbol: 'SPY',
      benchmark_return_pct: 1.5,
    },
    { of_seq: 1, random_dates_windows: 200, random_dates_win_rate: 0.5, random_dates_avg_return_pct: 0.3 },
    { of_seq: 3, reason: 'a split', return_pct: 2.5 },
  ]);
});

function linesOf({ columns, cells }: Table<object>, body: object): string[] {
  return Array.from(cells(body), (row) => jsonLine(columns, row));
}

const pointerTo = (ref: string) => ref.slice(1);

describe('notes', () => {
  const notesOf = (body: object) => tableNotes(body, 'rows');

  test('contain all fields but the rows and nested objects, in ASCII', () => {
    const body = {
      n: 1,
      s: 'Zürich\n',
      none: null,
      list: ['a'],
      rows: [{ a: 1 }],
      o: { a: 1, deep: { b: 2 } },
      empty: [],
      left_out: [],
    };
    const text = tableNotes(body, 'left_out');
    expect(text).toMatch(/^[\x20-\x7e]*$/);
    expect(JSON.parse(text)).toEqual({ n: 1, s: 'Zürich\n', none: null, list: ['a'], o: { a: 1 }, empty: [] });
  });

  test('are cut if a header would be too long', () => {
    const text = notesOf({ a: 'x'.repeat(3_000), b: 'ü'.repeat(3_000), c: 1 });
    expect(text.length).toBeLessThan(4_000);
    expect(JSON.parse(text)).toEqual({ a: `${'x'.repeat(300)}...`, b: `${'ü'.repeat(300)}...`, c: 1 });
    expect(notesOf({ list: Array.from({ length: 5_000 }, () => 'x'), c: 1 })).toBe('{"c":1}');
    expect(notesOf(Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`n${i}`, i])))).toBe('{}');
  });
});
