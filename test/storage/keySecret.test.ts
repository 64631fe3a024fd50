import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretFileOf } from '../../src/storage/keySecret';
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
