import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretBeside, secretFileOf } from '../../src/storage/keySecret';
import { openStorage } from '../../src/storage/open';
import { tempFolder } from '../helpers/tempFolder';

const folder = tempFolder();

describe('the generated secret', () => {
  async function secretOf(path: string): Promise<string> {
    const storage = await openStorage(path);
    try {
      return await storage.generatedSecret();
    } finally {
      await storage.close();
    }
  }

  test('is generated once per database', async () => {
    const file = join(folder, 'made.sqlite');
    const secret = await secretOf(file);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await secretOf(file)).toBe(secret);
    expect(await secretOf(join(folder, 'other.sqlite'))).not.toBe(secret);
  });

  test('is readable by its owner only, and no temporary file is left', () => {
    const file = join(folder, 'alone.sqlite');
    secretBeside(file);
    expect(statSync(secretFileOf(file)).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.startsWith('alone'))).toEqual(['alone.sqlite-key-secret']);
  });

  test('is new for each database in memory', async () => {
    const secret = await secretOf(':memory:');
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await secretOf(':memory:')).not.toBe(secret);
  });

  test('is refused if damaged, and not replaced, since that would invalidate every key', async () => {
    const file = join(folder, 'damaged.sqlite');
    writeFileSync(secretFileOf(file), 'short\n');
    await expect(secretOf(file)).rejects.toThrow(/damaged\.sqlite-key-secret contains no key secret/);
  });
});
