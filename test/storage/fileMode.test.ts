import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { perennial } from '../helpers/perennial';
import { SMALL, startService } from '../helpers/process';
import { tempFolder } from '../helpers/tempFolder';

const folder = tempFolder();
/** The default of most machines: others may read new files. */
const umask = process.umask(0o022);
afterAll(() => process.umask(umask));

const modesIn = (path: string) =>
  Object.fromEntries(readdirSync(path).map((name) => [name, (statSync(join(path, name)).mode & 0o777).toString(8)]));

test('files of the service, of a backup and of a move are readable by their owner only', async () => {
  const live = join(folder, 'live');
  const DATABASE_URL = join(live, 'prices.sqlite');
  const { logged, kill } = startService({ DATABASE_URL });
  await logged('ready');
  expect(modesIn(live)).toEqual({
    'prices.sqlite': '600',
    'prices.sqlite-shm': '600',
    'prices.sqlite-wal': '600',
    'prices.sqlite-key-secret': '600',
    'prices.sqlite-usage': '600',
    'prices.sqlite-usage-shm': '600',
    'prices.sqlite-usage-wal': '600',
  });
  await kill();
  const moved = join(folder, 'moved');
  const to = join(moved, 'prices.sqlite');
  expect(await perennial(SMALL, 'move', '--from', DATABASE_URL, '--to', to)).toMatchObject({ code: 0 });
  const copied = join(folder, 'copied');
  expect(await perennial({ ...SMALL, DATABASE_URL }, 'backup', copied)).toMatchObject({ code: 0 });
  const expected = { 'prices.sqlite': '600', 'prices.sqlite-key-secret': '600', 'prices.sqlite-usage': '600' };
  expect([modesIn(moved), modesIn(copied)]).toEqual([expected, expected]);
});

test('an existing database keeps its mode', async () => {
  const file = join(folder, 'shared.sqlite');
  writeFileSync(file, '');
  chmodSync(file, 0o640);
  expect(await perennial({ ...SMALL, DATABASE_URL: file }, 'migrate')).toMatchObject({ code: 0 });
  expect(statSync(file).mode & 0o777).toBe(0o640);
});
