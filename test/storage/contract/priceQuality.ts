import type { QualityFinding, QualityPart } from '../../../src/storage/priceQuality';
import type { PriceStore } from '../../../src/storage/prices';
import type { Storage } from '../../../src/storage/storage';
import { weekdayBars } from '../../helpers/bars';
import { REAL, RUN } from '../../helpers/storage';
import type { OpenStorage } from './contract';

const AT = new Date('2026-11-20T12:00:00Z');
const bars = weekdayBars('2024-01-01', '2024-03-01', (day) => 100 + (day % 7));
const place = { rows: 2, firstDay: 19_800, lastDay: 19_801, firstLine: 3, lastLine: 4, detail: 'close 5, 6 in line 9' };

const finding = (symbol: string | null, kind = 'duplicate', over: Partial<QualityFinding> = {}): QualityFinding => ({
  side: 'refused',
  kind,
  symbol,
  file: 'é/a.csv',
  rows: 2,
  places: 1,
  firstDay: 19_800,
  lastDay: 19_801,
  sample: [place],
  ...over,
});
const part = (findings: readonly QualityFinding[], over: Partial<QualityPart> = {}): QualityPart => ({
  rowsIn: 10,
  rowsTaken: 8,
  rowsHeld: 0,
  refused: { duplicate: 2 },
  flagged: {},
  replaced: [],
  finishedAt: null,
  findings,
  ...over,
});

/** Tests that every PriceQuality passes. */
export function priceQualityContract(open: OpenStorage): void {
  let storage: Storage;
  let prices: PriceStore;
  beforeEach(async () => {
    storage = await open();
    prices = storage.prices;
  });

  /** Stores KO if `stores`, and reports in the same transaction. */
  const write = (id: string, stores: boolean, ...parts: QualityPart[]) =>
    prices.write({ ...RUN, id, at: AT, label: `${id}.csv` }, async (changes) => {
      if (stores) {
        await changes.saveForUndo('KO');
        const [symbol] = await changes.enrol('0', [{ symbol: 'KO' }], { simulated: false });
        await changes.replace(symbol, bars, { ...REAL, source: id });
      }
      for (const one of parts) await changes.report(one);
    });
  const newest = async () => (await prices.quality.reports(null, 1))[0];
  const stand = async (symbol = 'KO') => {
    const listed = (await prices.find(symbol)) ?? { id: -1, symbol };
    return (await prices.quality.of(listed)).map(({ kind, rows }) => `${kind} ${rows}`);
  };

  test('a report grows part by part, and is returned with its run', async () => {
    await write('r1', true, part([finding('KO')]));
    expect(await newest()).toMatchObject({ finishedAt: null, undoneAt: null, rowsIn: 10, findings: 1, leftOut: 0 });
    const gap = finding('KO', 'gap', { side: 'flagged', rows: 1 });
    await write(
      'r1',
      false,
      part([gap], { refused: { duplicate: 1, future: 3 }, flagged: { gap: 1 }, finishedAt: AT }),
    );
    const report = await newest();
    expect(report).toMatchObject({
      run: { id: 'r1', kind: 'import', marketId: '0', label: 'r1.csv', at: AT },
      finishedAt: AT,
      rowsIn: 20,
      rowsTaken: 16,
      rowsHeld: 0,
      findings: 2,
      refused: { duplicate: 3, future: 3 },
      flagged: { gap: 1 },
    });
    expect(await prices.quality.report(report.id)).toEqual(report);
    const [first, second] = await prices.quality.findings(report.id, { after: 0, limit: 5 });
    expect(first).toEqual({ ...finding('KO'), id: first.id, reportId: report.id, stands: true });
    expect(second).toMatchObject({ kind: 'gap', side: 'flagged' });
    expect(await prices.quality.report(report.id + 1)).toBeNull();
  });

  test('a report is stored together with its prices or not at all', async () => {
    const broken = prices.write({ ...RUN, id: 'r1' }, async (changes) => {
      await changes.report(part([finding('KO')]));
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    expect(await prices.quality.reports(null, 5)).toEqual([]);
  });

  test('a run that changes nothing has a report, but is not in the history', async () => {
    const revision = await prices.revision();
    const stamp = await prices.quality.stamp();
    await write('r1', false, part([finding(null), finding('NEW')]));
    expect(await prices.revision()).toBe(revision);
    expect(await prices.history.runs(5)).toEqual([]);
    expect(await prices.quality.stamp()).not.toBe(stamp);
    expect(await stand('new')).toEqual(['duplicate 2']);
    await write('r2', true, part([]));
    expect((await prices.history.runs(1)).map(({ id }) => id)).toEqual(['r2']);
  });

  test('findings are paged and filtered by symbol or kind', async () => {
    await write('r1', true, part([finding('KO'), finding('KO', 'gap'), finding('brk.b'), finding(null)]));
    const { id } = await newest();
    const page = async (wanted: object) =>
      (await prices.quality.findings(id, { after: 0, limit: 9, ...wanted })).map(({ symbol, kind }) => [symbol, kind]);
    expect(await page({ limit: 2 })).toEqual([
      ['KO', 'duplicate'],
      ['KO', 'gap'],
    ]);
    const [, second] = await prices.quality.findings(id, { after: 0, limit: 2 });
    expect(await page({ after: second.id })).toEqual([
      ['brk.b', 'duplicate'],
      [null, 'duplicate'],
    ]);
    expect(await page({ symbol: 'BRK-B' })).toEqual([['brk.b', 'duplicate']]);
    expect(await page({ kind: 'gap' })).toEqual([['KO', 'gap']]);
    expect(await prices.quality.count(id, {})).toBe(4);
    expect(await prices.quality.count(id, { symbol: 'ko', kind: 'duplicate' })).toBe(1);
  });

  test('a replaced history supersedes the earlier findings, and an undo restores them', async () => {
    await write('r1', true, part([finding('KO'), finding('PEP')]));
    await write('r2', true, part([finding('KO', 'gap')], { replaced: ['KO'] }));
    expect(await stand()).toEqual(['gap 2']);
    expect(await stand('PEP')).toEqual(['duplicate 2']);
    const [second, first] = await prices.quality.reports(null, 5);
    expect((await prices.quality.standing(first.id)).map(({ symbol }) => symbol)).toEqual(['PEP']);
    expect((await prices.quality.findings(first.id, { after: 0, limit: 5 })).map(({ stands }) => stands)).toEqual([
      false,
      true,
    ]);
    const at = new Date(AT.getTime() + 1000);
    await prices.write({ ...RUN, id: 'u', kind: 'undo', at }, (changes) => changes.undoImport());
    expect(await stand()).toEqual(['duplicate 2']);
    expect(await prices.quality.report(second.id)).toMatchObject({ undoneAt: at });
    expect(await prices.quality.standing(second.id)).toEqual([]);
  });

  test('findings follow a renamed symbol', async () => {
    await write('r1', true, part([finding('KO')]));
    const { id } = (await prices.find('KO'))!;
    await prices.write({ ...RUN, id: 'r2', kind: 'rename' }, (changes) => changes.rename(id, 'COKE'));
    expect(await stand('COKE')).toEqual(['duplicate 2']);
    expect((await prices.quality.standing((await newest()).id))[0]).toMatchObject({ symbolId: id, symbol: 'KO' });
  });

  test('findings are limited per report and in all, where the newest reports stay; all rows are counted', async () => {
    const many = (n: number) => Array.from({ length: n }, (_, i) => finding(`S${i}`));
    await write('r0', false, part([]));
    await write('r1', false, part(many(4_990)));
    await write('r1', false, part(many(20)));
    expect(await newest()).toMatchObject({ findings: 5_000, leftOut: 10, rowsIn: 20 });
    const { id: first } = await newest();
    for (let i = 2; i <= 11; i++) await write(`r${i}`, false, part(many(4_500)));
    const kept = await prices.quality.reports(null, 99);
    expect(kept.map(({ run }) => run.id)).toEqual(['r11', 'r10', 'r9', 'r8', 'r7', 'r6', 'r5', 'r4', 'r3', 'r2']);
    expect(await prices.quality.findings(first, { after: 0, limit: 1 })).toEqual([]);
  });
}
