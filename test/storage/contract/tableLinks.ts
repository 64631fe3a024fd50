import type { AccountEvent } from '../../../src/storage/accounts';
import type { TableLink } from '../../../src/storage/secretLinks';
import type { Storage } from '../../../src/storage/storage';
import type { OpenStorage } from './contract';

const AT = new Date('2024-12-20T15:00:00Z');

/** Tests that every TableLinkStore passes. */
export function tableLinksContract(open: OpenStorage): void {
  let storage: Storage;
  let ann: number;
  beforeEach(async () => {
    storage = await open();
    ann = (await storage.accounts.insert({ email: 'ann@example.com', tier: 'dev', role: 'member', createdAt: AT })).id;
    const scan = { id: 's', accountId: ann, name: 's', query: {}, markets: null, version: 1 };
    await storage.savedScans.insert({ ...scan, createdAt: AT, updatedAt: AT }, 9);
  });
  afterEach(() => storage.close());

  const linkOf = (id: string, more: Partial<TableLink> = {}): TableLink => ({
    id,
    accountId: ann,
    name: 'é',
    hash: `hash ${id}`,
    lastFour: 'abcd',
    savedScanId: 's',
    markets: null,
    createdAt: AT,
    lastReadAt: null,
    ...more,
  });
  const event = (kind: AccountEvent['kind']): AccountEvent => ({
    accountId: ann,
    at: AT,
    kind,
    by: 'self',
    subject: 'x',
    detail: 'é',
  });
  const insert = (link: TableLink, most = 9) => storage.tableLinks.insert(link, most, event('table_link_made'));

  test('are read back unchanged, oldest first, and by hash with the state of their account', async () => {
    const [a, b] = [linkOf('b'), linkOf('a', { markets: ['0'], createdAt: new Date(AT.getTime() + 1) })];
    for (const link of [b, a]) expect(await insert(link)).toBe('stored');
    expect(await storage.tableLinks.of(ann)).toEqual([a, b]);
    expect(await storage.tableLinks.byHash('hash a')).toEqual({ ...b, tier: 'dev', suspended: false });
    expect(await storage.calendars.byHash('hash a')).toBeNull();
  });

  test('are limited per account, need an existing scan, and are deleted with it', async () => {
    expect(await insert(linkOf('a', { savedScanId: 'none' }))).toBe('gone');
    expect([await insert(linkOf('b'), 1), await insert(linkOf('c'), 1)]).toEqual(['stored', 'full']);
    await storage.savedScans.remove(ann, 's');
    expect(await storage.tableLinks.of(ann)).toEqual([]);
  });

  test('are removed once, with an event; the last read is stored', async () => {
    await insert(linkOf('a'));
    await storage.tableLinks.touch('a', AT);
    expect((await storage.tableLinks.of(ann))[0].lastReadAt).toEqual(AT);
    const remove = () => storage.tableLinks.remove(ann, 'a', event('table_link_revoked'));
    expect([await remove(), await remove()]).toEqual([true, false]);
    const noted = (await storage.accounts.events(ann, null, 9)).map(({ kind }) => kind);
    expect(noted).toEqual(['table_link_revoked', 'table_link_made']);
  });
}
