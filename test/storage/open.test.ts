import { resolve } from 'node:path';
import { databasePath } from '../../src/storage/database';
import { openStorage } from '../../src/storage/open';

describe('DATABASE_URL', () => {
  test.each([
    ['data/x.sqlite', resolve('/base/data/x.sqlite')],
    ['sqlite:data/x.sqlite', resolve('/base/data/x.sqlite')],
    ['sqlite:///var/x.sqlite', '/var/x.sqlite'],
    [':memory:', ':memory:'],
    ['sqlite::memory:', ':memory:'],
  ])('%s', (url, want) => expect(databasePath(url, '/base')).toBe(want));

  test.each(['', 'sqlite:', 'mysql://host/x'])('%j is refused', async (url) => {
    expect(databasePath(url, '/base')).toBeNull();
    await expect(openStorage(url)).rejects.toThrow(/DATABASE_URL must be a path, a sqlite: or a postgres: URL/);
  });

  test('the refusal does not repeat a password', async () => {
    await expect(openStorage('mysql://me:hunter2@host/x')).rejects.toThrow("got 'mysql://me@host/x'");
  });
});
