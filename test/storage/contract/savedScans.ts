import type { CalendarEntry, NotedPattern } from '../../../src/core/record/scanChanges';
import type { SavedScan, SavedScanStore } from '../../../src/storage/savedScans';
import type { ScanRun } from '../../../src/storage/scanRuns';
import type { Storage } from '../../../src/storage/storage';
import type { OpenStorage } from './contract';

const AT = new Date('2024-12-20T15:00:00Z');
const MANY = 9;

/** Tests that every SavedScanStore passes. */
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

  const scanOf = (accountId: number, id: string, name: string, minutes = 0): SavedScan => {
    const at = new Date(AT.getTime() + minutes * 60_000);
    const query = { markets: 'dow30', min_win_rate: 0.8 };
    return { id, accountId, name, query, markets: null, version: 1, createdAt: at, updatedAt: at };
  };

  test('a name is unique in its account, ignoring case', async () => {
    expect(await scans.insert(scanOf(ann, 'a', 'Ärger'), MANY)).toBe('stored');
    expect(await scans.insert(scanOf(ann, 'b', 'äRGER'), MANY)).toBe('taken');
    expect(await scans.insert(scanOf(bea, 'b', 'äRGER'), MANY)).toBe('stored');
    expect(await scans.insert(scanOf(ann, 'c', 'c'), MANY)).toBe('stored');
    expect(await scans.change(ann, 'c', { name: 'ärger', updatedAt: AT })).toBe('taken');
    expect(await scans.change(ann, 'a', { name: 'ärger', updatedAt: AT })).toMatchObject({ name: 'ärger' });
  });

  test('of many scans saved at once, no more are stored than the limit', async () => {
    const other = await open(storage);
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, i) => (i % 2 ? storage : other).savedScans.insert(scanOf(ann, `${i}`, `${i}`), 2)),
    );
    expect(results.sort()).toEqual(['full', 'full', 'full', 'full', 'stored', 'stored']);
    expect(await scans.of(ann)).toHaveLength(2);
  });

  test('a changed query increments the version, another name does not', async () => {
    const scan = scanOf(ann, 'a', 'a');
    await scans.insert(scan, MANY);
    const later = new Date('2025-01-01T00:00:00Z');
    await scans.change(ann, 'a', { name: 'b', updatedAt: later });
    expect(await scans.find(ann, 'a')).toEqual({ ...scan, name: 'b', updatedAt: later });
    await scans.change(ann, 'a', { query: { markets: '1' }, updatedAt: AT });
    await scans.change(ann, 'a', { markets: ['1'], updatedAt: AT });
    expect(await scans.find(ann, 'a')).toMatchObject({ version: 3, query: { markets: '1' }, markets: ['1'] });
  });

  test('a scan is found, changed and removed by its own account only', async () => {
    const scan = scanOf(ann, 'a', 'a');
    await scans.insert(scan, MANY);
    expect(await scans.find(bea, 'a')).toBeNull();
    expect(await scans.change(bea, 'a', { name: 'x', updatedAt: AT })).toBe('gone');
    expect(await scans.remove(bea, 'a')).toBe(false);
    expect(await scans.of(ann)).toEqual([scan]);
    expect([await scans.remove(ann, 'a'), await scans.remove(ann, 'a')]).toEqual([true, false]);
  });

  test('of changes to different fields at once none is lost', async () => {
    await scans.insert(scanOf(ann, 'a', 'a'), MANY);
    const other = await open(storage);
    for (let i = 0; i < 5; i++) {
      await Promise.all([
        scans.change(ann, 'a', { name: `n${i}`, updatedAt: AT }),
        other.savedScans.change(ann, 'a', { query: { limit: i }, updatedAt: AT }),
      ]);
      expect(await scans.find(ann, 'a')).toMatchObject({ name: `n${i}`, query: { limit: i } });
    }
  });

  describe('runs', () => {
    const PATTERN: NotedPattern = {
      market: '0',
      symbol: 'KO',
      direction: 'long',
      entry_date: '2024-12-23',
      exit_date: '2025-01-10',
      hold_days: 19,
      edge_score: 51,
      historical_win_rate: 0.9,
      years_tested: 10,
    };
    const runOver = (prices: string, fault: string | null = null): ScanRun => {
      const changes = { compared: false, foundCount: 1, added: [], gone: [], entering: [PATTERN] };
      const result = fault === null ? { found: [PATTERN], changes } : null;
      return { prices, at: AT, asOf: '2024-12-19', basis: 'b', result, fault };
    };
    const told = (key: string | null = null) => ({ accountId: ann, type: 'scan.changed', data: {}, at: AT, key });
    const events = (of: Storage) => of.savedScans.runs.of('a', null, 99);
    let scan: SavedScan;
    beforeEach(async () => {
      scan = scanOf(ann, 'a', 'a');
      await scans.insert(scan, MANY);
    });

    test('a run over the same prices is stored once, even by two processes; runs are listed newest first', async () => {
      const other = await open(storage);
      const both = [scans, other.savedScans].map(({ runs }) => runs.record(scan, runOver('p'), [told()]));
      expect((await Promise.all(both)).sort()).toEqual(['known', 'stored']);
      expect(await scans.runs.record(scan, { ...runOver('q'), basis: 'c' }, [])).toBe('stored');
      const runs = await events(other);
      expect(runs.map(({ prices }) => prices)).toEqual(['q', 'p']);
      expect(runs[1]).toEqual({
        id: runs[1].id,
        prices: 'p',
        at: AT,
        asOf: '2024-12-19',
        basis: 'b',
        fault: null,
        changes: runOver('p').result!.changes,
      });
      expect(await scans.runs.of('a', runs[0].id, 1)).toEqual([runs[1]]);
      expect(await scans.runs.latest('a')).toEqual({ basis: 'c', found: [PATTERN] });
    });

    test('a failed run keeps the earlier result, and a result replaces the failure', async () => {
      expect(await scans.runs.latest('a')).toBeNull();
      await scans.runs.record(scan, runOver('p'), []);
      expect(await scans.runs.record(scan, runOver('q', 'broken'), [])).toBe('stored');
      expect(await scans.runs.latest('a')).toEqual({ basis: 'b', found: [PATTERN] });
      expect((await scans.waiting('a'))!.lastRun).toEqual({ prices: 'q', at: AT, fault: 'broken' });
      const [{ id }] = await scans.runs.of('a', null, 1);
      await scans.insert(scanOf(ann, 'never', 'never ran'), MANY);
      expect(await scans.runs.newest(ann)).toEqual(
        new Map([['a', { id, at: AT, asOf: '2024-12-19', fault: 'broken' }]]),
      );
      expect(await scans.runs.record(scan, runOver('q'), [])).toBe('stored');
      expect((await scans.runs.of('a', null, 9)).map(({ fault }) => fault)).toEqual([null, null]);
    });

    test('a run is stored with its events or not at all', async () => {
      const circular: { self?: object } = {};
      circular.self = circular;
      await expect(scans.runs.record(scan, runOver('p'), [told(), { ...told(), data: circular }])).rejects.toThrow();
      expect(await scans.runs.of('a', null, 9)).toEqual([]);
      expect(await scans.runs.record(scan, runOver('p'), [told()])).toBe('stored');
    });

    test('a run extends the calendar of its scan once per prices; the calendar is deleted with the scan', async () => {
      const entry = { uid: 'u', name: 'é' } as CalendarEntry;
      const seen: (readonly CalendarEntry[])[] = [];
      const adding = (former: readonly CalendarEntry[]) => {
        seen.push(former);
        return [...former, entry];
      };
      for (const prices of ['p', 'p', 'q']) await scans.runs.record(scan, runOver(prices), [], adding);
      await scans.runs.record(scan, runOver('r', 'broken'), []);
      expect(seen).toEqual([[], [entry]]);
      expect(await storage.savedScans.runs.calendar('a')).toEqual([entry, entry]);
      await scans.remove(ann, 'a');
      expect(await storage.savedScans.runs.calendar('a')).toEqual([]);
    });

    test('a run of a scan that was changed or deleted meanwhile is not stored', async () => {
      await scans.change(ann, 'a', { query: {}, updatedAt: AT });
      expect(await scans.runs.record(scan, runOver('p'), [])).toBe('gone');
      await scans.remove(ann, 'a');
      expect(await scans.runs.record({ ...scan, version: 2 }, runOver('p'), [])).toBe('gone');
      expect(await scans.runs.of('a', null, 9)).toEqual([]);
    });

    test('thirty runs are kept, and the last result however many runs fail after it', async () => {
      await scans.runs.record(scan, runOver('p'), []);
      for (let i = 0; i < 35; i++) await scans.runs.record(scan, runOver(`q${i}`, 'broken'), []);
      expect(await scans.runs.of('a', null, 99)).toHaveLength(31);
      expect(await scans.runs.latest('a')).toEqual({ basis: 'b', found: [PATTERN] });
    });

    test('waiting scans are listed by account, oldest first, with the plan of the account', async () => {
      await scans.insert(scanOf(bea, 'c', 'c', 1), MANY);
      await scans.insert(scanOf(bea, 'b', 'b'), MANY);
      const waiting = await scans.accountsAfter(0, 2);
      expect(waiting.map(({ scan: { id }, tier, older, lastRun }) => [id, tier, older, lastRun])).toEqual([
        ['a', 'dev', 0, null],
        ['b', 'dev', 0, null],
        ['c', 'dev', 1, null],
      ]);
      expect([await scans.waiting('c'), await scans.waiting('x')]).toEqual([waiting[2], null]);
      expect((await scans.of(bea)).map(({ id }) => id)).toEqual(['b', 'c']);
      expect((await scans.accountsAfter(0, 1)).map(({ scan: { id } }) => id)).toEqual(['a']);
      expect((await scans.accountsAfter(ann, 1)).map(({ scan: { id } }) => id)).toEqual(['b', 'c']);
      expect(await scans.accountsAfter(bea, 9)).toEqual([]);
      const suspended = {
        accountId: ann,
        at: AT,
        kind: 'account_suspended',
        by: 'operator',
        subject: null,
        detail: null,
      } as const;
      await storage.accounts.suspend(ann, AT, suspended);
      expect((await scans.accountsAfter(0, 1)).map(({ scan: { id } }) => id)).toEqual(['b', 'c']);
      expect(await scans.waiting('a')).toBeNull();
    });
  });
}
