import { LEDGER_TOOLS } from '../../../scripts/ledger';
import { fromIso } from '../../../src/core/calendar/dates';
import type { Model } from '../../../src/core/model/predict';
import { outcomeKey, sessionKey } from '../../../src/core/record/ledger';
import { verifyLedger } from '../../../src/core/record/verification';
import type { ModelKey, ModelStore } from '../../../src/storage/computedResults';
import { LedgerClockError } from '../../../src/storage/errors';
import type { RecordStore } from '../../../src/storage/ledger';
import type { Storage } from '../../../src/storage/storage';
import { eventually } from '../../helpers/eventually';
import { CARD, outcomeEntry, pickEntry } from '../../helpers/ledgerEntries';
import { recordedTrial } from '../../helpers/recordedTrial';
import { smallModel } from '../../helpers/storedModel';
import type { OpenStorage } from './contract';

const day = (n: number) => new Date(Date.UTC(2024, 0, n));
const wanted = (changes: Partial<ModelKey> = {}): ModelKey => ({
  simulated: false,
  dataVersion: 'now',
  codeVersion: smallModel().codeVersion,
  through: fromIso('2024-06-28'),
  ...changes,
});

/** Tests that the RecordStore of every database passes. */
export function recordsContract(open: OpenStorage): void {
  let storage: Storage;
  let records: RecordStore;
  let models: ModelStore;
  beforeEach(async () => {
    storage = await open();
    records = storage.records;
    models = storage.models;
  });

  const pick = (session: string, into = records) =>
    into.append(sessionKey(session), () => ({ entry: pickEntry(session), card: CARD }));
  const faultsOf = async () => verifyLedger(await records.stored(), LEDGER_TOOLS).faults;
  const put = (changes: Partial<Model>, created: number) => models.put({ ...smallModel(), ...changes }, day(created));

  test('records are chained, and are read back unchanged', async () => {
    expect(await records.head()).toEqual({ seq: 0, hash: '0'.repeat(64) });
    const first = (await pick('2024-12-02'))!;
    const second = (await records.append(outcomeKey(1), () => ({ entry: outcomeEntry(first, -3.25) })))!;
    expect([first.seq, second.seq, second.prev_hash]).toEqual([1, 2, first.hash]);
    expect(await records.all()).toEqual([first, second]);
    expect(await records.page(1, 10)).toEqual([second]);
    expect(await records.head()).toEqual({ seq: 2, hash: second.hash });
    expect(await records.card(1)).toEqual(CARD);
    expect(await records.card(2)).toBeNull();
    expect(await faultsOf()).toEqual([]);
  });

  test('a session gets one record and a pick one outcome, however often they are appended', async () => {
    const first = (await pick('2024-12-02'))!;
    expect(await pick('2024-12-02')).toBeNull();
    expect(await records.append(outcomeKey(1), () => ({ entry: outcomeEntry(first, 1) }))).not.toBeNull();
    expect(await records.append(outcomeKey(1), () => ({ entry: outcomeEntry(first, 2) }))).toBeNull();
    expect(await records.all()).toHaveLength(2);
  });

  test('a withdrawn draft leaves nothing', async () => {
    expect(await records.append(sessionKey('2024-12-02'), () => null)).toBeNull();
    expect((await records.head()).seq).toBe(0);
  });

  test('no record is dated before the last one', async () => {
    await pick('2024-12-03');
    await expect(pick('2024-12-02')).rejects.toThrow(LedgerClockError);
    await expect(pick('2024-12-02')).rejects.toThrow(/2024-12-02T15:00:00.000Z.*record 1.*no record is backdated/);
  });

  test('if two connections append the same session, one succeeds, and both read one chain', async () => {
    const other = await open(storage);
    const made = await Promise.all([pick('2024-12-02'), pick('2024-12-02', other.records)]);
    expect(made.filter((record) => record !== null)).toHaveLength(1);
    await pick('2024-12-03', other.records);
    expect(await records.all()).toEqual(await other.records.all());
    expect((await records.all()).map(({ seq }) => seq)).toEqual([1, 2]);
    expect(await records.has(sessionKey('2024-12-03'))).toBe(true);
    expect(await records.has(sessionKey('2024-12-04'))).toBe(false);
  });

  describe('models', () => {
    test('a model is read back byte for byte; an unknown version is null', async () => {
      expect(await put({}, 1)).toBe('stored');
      expect(JSON.stringify(await models.find(smallModel().version))).toBe(JSON.stringify(smallModel()));
      expect(await models.find('0000000000000000')).toBeNull();
    });

    test('a model is read back with the day after which its prices were cut', async () => {
      await put({ version: 'cut', pricesThrough: '2024-06-27' }, 1);
      await put({ version: 'whole' }, 2);
      expect((await models.find('cut'))?.pricesThrough).toBe('2024-06-27');
      expect((await models.find('whole'))?.pricesThrough).toBeNull();
    });

    test('the revision moves when another connection stores a model', async () => {
      const revision = await models.revision();
      expect(await models.revision()).toBe(revision);
      const other = await open(storage);
      await other.models.put(smallModel(), day(1));
      await eventually(async () => (await models.revision()) !== revision);
    });

    test('a version is stored once, and old versions are kept', async () => {
      await put({ version: 'a' }, 1);
      expect(await put({ version: 'a', trainedThrough: '1999-01-01' }, 2)).toBe('unchanged');
      await put({ version: 'b' }, 3);
      expect((await models.find('a'))?.trainedThrough).toBe(smallModel().trainedThrough);
      expect((await models.find('b'))?.version).toBe('b');
    });

    test('a model of the same prices comes before a newer model of other prices', async () => {
      await put({ version: 'old', dataVersion: 'now' }, 1);
      await put({ version: 'new', dataVersion: 'before' }, 2);
      await put({ version: 'cut', dataVersion: 'then', pricesThrough: '2024-06-27' }, 3);
      expect(await models.versionFor(wanted())).toBe('old');
      expect(await models.versionFor(wanted({ dataVersion: 'then' }))).toBe('cut');
      expect(await models.versionFor(wanted({ dataVersion: 'none' }))).toBe('cut');
      expect(await models.versionFor(wanted({ dataVersion: 'the' }))).toBe('cut');
    });

    test.each<[string, Partial<Model>, Partial<ModelKey>, isUsed: boolean]>([
      ['of simulated prices', { simulated: true }, {}, false],
      ['of simulated prices, for simulated prices', { simulated: true }, { simulated: true }, true],
      ['made by another procedure', { codeVersion: 'boosted-trees-1' }, {}, false],
      ['trained through today', { trainedThrough: '2024-06-28' }, {}, true],
      ['that has seen outcomes after today', { trainedThrough: '2024-06-29' }, {}, false],
    ])('a model %s', async (_, given, asked, isUsed) => {
      await put(given, 1);
      expect(await models.versionFor(wanted(asked))).toBe(isUsed ? smallModel().version : null);
    });

    describe('trials of inputs', () => {
      const last = (changes: Partial<ModelKey> = {}) => models.lastTrial(wanted(changes));

      test('the last trial is read back unchanged, and moves the revision', async () => {
        expect(await last()).toBeNull();
        await models.putTrial(recordedTrial({ symbols: 5 }));
        const revision = await models.revision();
        await models.putTrial(recordedTrial());
        expect(await last()).toEqual(recordedTrial());
        expect(await models.revision()).not.toBe(revision);
      });

      test('a trial on simulated prices is returned for simulated prices only', async () => {
        await models.putTrial(recordedTrial({ simulated: true, symbols: 7 }));
        expect(await last()).toBeNull();
        await models.putTrial(recordedTrial());
        expect([(await last())?.symbols, (await last({ simulated: true }))?.symbols]).toEqual([599, 7]);
      });

      test('a trial that saw prices after today is not returned', async () => {
        await models.putTrial(recordedTrial({ pricesThrough: '2024-06-29' }));
        expect(await last()).toBeNull();
        expect(await last({ through: fromIso('2024-06-29') })).not.toBeNull();
      });
    });
  });
}
