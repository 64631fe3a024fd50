import { fromIso } from '../../src/core/calendar/dates';
import type { Model } from '../../src/core/model/predict';
import { closeDatabase, type Database, openDatabase } from '../../src/storage/sqlite/database';
import { ModelRepository, type ModelWanted } from '../../src/storage/sqlite/models';
import { smallModel } from '../helpers/storedModel';

let database: Database;
let models: ModelRepository;
beforeEach(async () => {
  database = await openDatabase(':memory:');
  models = new ModelRepository(database);
});
afterEach(() => closeDatabase(database));

const day = (n: number) => new Date(Date.UTC(2024, 0, n));
const put = (changes: Partial<Model>, created: number) => models.put({ ...smallModel(), ...changes }, day(created));
const wanted = (changes: Partial<ModelWanted> = {}): ModelWanted => ({
  ...{ simulated: false, dataVersion: 'now', codeVersion: smallModel().codeVersion, through: fromIso('2024-06-28') },
  ...changes,
});

test('a model comes back byte for byte, an unknown version not at all', async () => {
  expect(await put({}, 1)).toBe('stored');
  expect(JSON.stringify(models.find(smallModel().version))).toBe(JSON.stringify(smallModel()));
  expect(models.find('0000000000000000')).toBeNull();
});

test('a version is stored once, and old versions are kept', async () => {
  await put({ version: 'a' }, 1);
  expect(await put({ version: 'a', trainedThrough: '1999-01-01' }, 2)).toBe('unchanged');
  await put({ version: 'b' }, 3);
  expect(models.find('a')?.trainedThrough).toBe(smallModel().trainedThrough);
  expect(models.find('b')?.version).toBe('b');
});

test('the model of these very prices comes before a newer one of others', async () => {
  await put({ version: 'old', dataVersion: 'now' }, 1);
  await put({ version: 'new', dataVersion: 'before' }, 2);
  await put({ version: 'cut', dataVersion: 'then through 2024-06-27' }, 3);
  expect(models.versionFor(wanted())).toBe('old');
  expect(models.versionFor(wanted({ dataVersion: 'then' }))).toBe('cut');
  expect(models.versionFor(wanted({ dataVersion: 'none' }))).toBe('cut');
  expect(models.versionFor(wanted({ dataVersion: 'the' }))).toBe('cut');
});

test.each([
  ['of simulated prices', { simulated: true }],
  ['made by another procedure', { codeVersion: 'boosted-trees-1' }],
  ['that has seen outcomes after today', { trainedThrough: '2024-06-29' }],
])('a model %s serves nobody', async (_, changes) => {
  await put(changes, 1);
  expect(models.versionFor(wanted())).toBeNull();
});

test('a model through today serves', async () => {
  await put({ trainedThrough: '2024-06-28' }, 1);
  expect(models.versionFor(wanted())).toBe(smallModel().version);
});

test('a model of simulated prices serves simulated ones', async () => {
  await put({ simulated: true }, 1);
  expect(models.versionFor(wanted({ simulated: true }))).toBe(smallModel().version);
});
