import { boolean, type EntityOf, instant, json, plain, RowMapper } from '../../src/storage/database';

const SAMPLE = new RowMapper({
  id: plain<string>(),
  rowCount: plain<number | null>(),
  createdAt: instant(),
  lastReadAt: instant<Date | null>(),
  isShown: boolean(),
  markets: json<readonly string[] | null>(),
});

const sample: EntityOf<typeof SAMPLE> = {
  id: 'a',
  rowCount: 3,
  createdAt: new Date(1000),
  lastReadAt: null,
  isShown: true,
  markets: ['0', '11'],
};
const row = {
  id: 'a',
  row_count: 3,
  created_at: 1000,
  last_read_at: null,
  is_shown: true,
  markets: '["0","11"]',
};

test('an entity is stored in the columns of its fields, and read back from a row with further columns', () => {
  expect(SAMPLE.toRow(sample)).toEqual(row);
  expect(SAMPLE.toEntity({ ...row, is_shown: 1, tier: 'dev' })).toEqual(sample);
  expect(SAMPLE.columnsOf('s')).toBe('s.id, s.row_count, s.created_at, s.last_read_at, s.is_shown, s.markets');
});

test('nulls stay, and fields that are not given or not of the entity have no column', () => {
  const changed = { lastReadAt: null, markets: null, rowCount: undefined, tier: 'dev' };
  expect(SAMPLE.toRow(changed)).toEqual({ last_read_at: null, markets: null });
  expect(SAMPLE.toEntity({ ...row, row_count: null, markets: null })).toMatchObject({ rowCount: null, markets: null });
});
