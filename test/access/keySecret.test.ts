import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keySecretFor, secretFileOf } from '../../src/access/keySecret';
import { tempFolder } from '../helpers/tempFolder';

const folder = tempFolder();
const beside = (name: string) => ({ production: false, keySecret: null, databaseFile: join(folder, name) });

test('the setting wins', () => {
  for (const production of [true, false]) {
    expect(keySecretFor({ production, keySecret: 'set', databaseFile: join(folder, 'set.sqlite') })).toBe('set');
  }
  expect(readdirSync(folder).filter((file) => file.startsWith('set'))).toEqual([]);
});

test('production without the setting has none', () => {
  expect(keySecretFor({ ...beside('production.sqlite'), production: true })).toBeNull();
  expect(readdirSync(folder).filter((file) => file.startsWith('production'))).toEqual([]);
});

test('elsewhere one is made once, for its owner only, and nothing else is left', () => {
  const source = beside('made.sqlite');
  const secret = keySecretFor(source);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(keySecretFor(source)).toBe(secret);
  expect(statSync(secretFileOf(source.databaseFile)).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((file) => file.startsWith('made'))).toEqual(['made.sqlite-key-secret']);
  expect(keySecretFor(beside('other.sqlite'))).not.toBe(secret);
});

test('a database in memory has one of its own', () => {
  const source = { production: false, keySecret: null, databaseFile: null };
  expect(keySecretFor(source)).toMatch(/^[0-9a-f]{64}$/);
  expect(keySecretFor(source)).not.toBe(keySecretFor(source));
});

test('a damaged file is refused rather than replaced: every key would end', () => {
  const source = beside('damaged.sqlite');
  writeFileSync(secretFileOf(source.databaseFile), 'short\n');
  expect(() => keySecretFor(source)).toThrow(/damaged\.sqlite-key-secret holds no key secret/);
});
