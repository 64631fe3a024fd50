import type { SavedScanStore, Storage } from '../../../src/storage/ports';
import type { SavedScan } from '../../../src/storage/rows';
import type { OpenStorage } from './contract';

const AT = new Date('2024-12-20T15:00:00Z');
const MANY = 9;

/** What every SavedScanStore does. */
export function savedScansContract(open: OpenStorage): void {
  let storage: Storage;
  let scans: SavedScanStore;
  let ann: number;
  let bea: number;
  beforeEach(async () => {
    storage = await open();
    scans = storage.savedScans;
    const account = (email: string) => storage.accounts.insert({ email, tier: 'dev', role: 'member', createdAt: AT });
    ann = (await account('ann@example.com')).id;
    bea = (await account('bea@example.com')).id;
  });
  afterEach(() => storage.close());

  const scanOf = (accountId: number, id: string, name: string, minutes = 0): SavedScan => {
    const at = new Date(AT.getTime() + minutes * 60_000);
    const query = { markets: 'dow30', min_win_rate: 0.8 };
    return { id, accountId, name, query, markets: null, version: 1, createdAt: at, updatedAt: at };
  };

  test('are read back as they were, oldest first, each by its own account only', async () => {
    const [second, first] = [scanOf(ann, 'a', 'Ä “x”', 1), { ...scanOf(ann, 'b', 'b'), markets: ['0', '11'] }];
    for (const scan of [second, first]) expect(await scans.insert(scan, MANY)).toBe('stored');
    const other = await open(storage);
    expect(await other.savedScans.of(ann)).toEqual([first, second]);
    await other.close();
    expect(await scans.find(ann, 'a')).toEqual(second);
    expect([await scans.of(bea), await scans.find(bea, 'a'), await scans.find(ann, 'c')]).toEqual([[], null, null]);
  });

  test('a name is given once in an account, whatever its case', async () => {
    expect(await scans.insert(scanOf(ann, 'a', 'Ärger'), MANY)).toBe('stored');
    expect(await scans.insert(scanOf(ann, 'b', 'äRGER'), MANY)).toBe('taken');
    expect(await scans.insert(scanOf(bea, 'b', 'äRGER'), MANY)).toBe('stored');
    expect(await scans.insert(scanOf(ann, 'c', 'c'), MANY)).toBe('stored');
    expect(await scans.change(scanOf(ann, 'c', 'ärger'))).toBe('taken');
    expect(await scans.change(scanOf(ann, 'a', 'ärger'))).toBe('stored');
    expect((await scans.of(ann)).map(({ name }) => name)).toEqual(['ärger', 'c']);
  });

  test('of many that are saved at once no more than there is room for', async () => {
    const other = await open(storage);
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, i) => (i % 2 ? storage : other).savedScans.insert(scanOf(ann, `${i}`, `${i}`), 2)),
    );
    await other.close();
    expect(results.sort()).toEqual(['full', 'full', 'full', 'full', 'stored', 'stored']);
    expect(await scans.of(ann)).toHaveLength(2);
  });

  test('a changed query begins a new version, another name does not; what is gone is not changed', async () => {
    const scan = scanOf(ann, 'a', 'a');
    await scans.insert(scan, MANY);
    const later = new Date('2025-01-01T00:00:00Z');
    expect(await scans.change({ ...scan, name: 'b', version: 7, updatedAt: later })).toBe('stored');
    expect(await scans.find(ann, 'a')).toEqual({ ...scan, name: 'b', updatedAt: later });
    await scans.change({ ...scan, query: { markets: '1' } });
    await scans.change({ ...scan, query: { markets: '1' }, markets: ['1'] });
    expect(await scans.find(ann, 'a')).toMatchObject({ version: 3, query: { markets: '1' }, markets: ['1'] });
    expect([
      await scans.change({ ...scan, accountId: bea }),
      await scans.change({ ...scan, id: 'x', name: 'x' }),
    ]).toEqual(['gone', 'gone']);
  });

  test('are removed once, by their own account', async () => {
    await scans.insert(scanOf(ann, 'a', 'a'), MANY);
    expect([await scans.remove(bea, 'a'), await scans.remove(ann, 'a'), await scans.remove(ann, 'a')]).toEqual([
      false,
      true,
      false,
    ]);
    expect(await scans.of(ann)).toEqual([]);
  });
}
