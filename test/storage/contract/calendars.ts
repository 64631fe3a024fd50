import type { AccountEvent } from '../../../src/storage/accounts';
import type { CalendarLink, CalendarStore } from '../../../src/storage/secretLinks';
import type { Storage } from '../../../src/storage/storage';
import type { OpenStorage } from './contract';

const AT = new Date('2024-12-20T15:00:00Z');
const MANY = 9;

/** Tests that every CalendarStore passes. */
export function calendarsContract(open: OpenStorage): void {
  let storage: Storage;
  let calendars: CalendarStore;
  let ann: number;
  let bea: number;
  beforeEach(async () => {
    storage = await open();
    calendars = storage.calendars;
    const account = (email: string) => storage.accounts.insert({ email, tier: 'dev', role: 'member', createdAt: AT });
    ann = (await account('ann@example.com')).id;
    bea = (await account('bea@example.com')).id;
    const scan = { id: 's', accountId: ann, name: 's', query: {}, markets: null, version: 1 };
    await storage.savedScans.insert({ ...scan, createdAt: AT, updatedAt: AT }, MANY);
  });
  afterEach(() => storage.close());

  const linkOf = (accountId: number, id: string, more: Partial<CalendarLink> = {}): CalendarLink => ({
    id,
    accountId,
    name: 'é',
    hash: `hash ${id}`,
    lastFour: 'abcd',
    savedScanId: null,
    markets: null,
    alarmMinutes: null,
    daysAhead: null,
    includeNeutral: false,
    createdAt: AT,
    lastReadAt: null,
    ...more,
  });
  const event = (accountId: number, kind: AccountEvent['kind'] = 'calendar_link_made'): AccountEvent => ({
    accountId,
    at: AT,
    kind,
    by: 'self',
    subject: 'x',
    detail: 'é',
  });
  const insert = (link: CalendarLink, most = MANY) => calendars.insert(link, most, event(link.accountId));
  const noted = async () => (await storage.accounts.events(ann, null, MANY)).map(({ kind }) => kind);

  test('are read back unchanged, oldest first, and by hash with the state of their account', async () => {
    const whole = { savedScanId: 's', markets: ['0'], alarmMinutes: -540, daysAhead: 30, lastReadAt: AT };
    const [a, b] = [linkOf(ann, 'b'), linkOf(ann, 'a', { ...whole, createdAt: new Date(AT.getTime() + 1) })];
    for (const link of [b, a, linkOf(bea, 'c')]) expect(await insert(link)).toBe('stored');
    expect(await calendars.of(ann)).toEqual([a, b]);
    expect(await calendars.byHash('hash a')).toEqual({ ...b, tier: 'dev', suspended: false });
    expect(await calendars.byHash('hash')).toBeNull();
    await storage.accounts.setTier(ann, 'pro');
    await storage.accounts.suspend(ann, AT, event(ann, 'account_suspended'));
    expect(await calendars.byHash('hash a')).toMatchObject({ tier: 'pro', suspended: true });
  });

  test('are limited per account, even if created at once, and each is recorded as an event', async () => {
    const other = await open(storage);
    const both = [storage, other].map((one, i) => one.calendars.insert(linkOf(ann, `${i}`), 1, event(ann)));
    expect((await Promise.all(both)).sort()).toEqual(['full', 'stored']);
    await other.close();
    expect(await noted()).toEqual(['calendar_link_made']);
    expect(await insert(linkOf(bea, 'x'), 1)).toBe('stored');
  });

  test('need an existing scan, and are deleted with it', async () => {
    expect(await insert(linkOf(ann, 'a', { savedScanId: 'none' }))).toBe('gone');
    expect(await insert(linkOf(ann, 'b', { savedScanId: 's' }))).toBe('stored');
    await storage.savedScans.remove(ann, 's');
    expect(await calendars.of(ann)).toEqual([]);
    expect(await noted()).toEqual(['calendar_link_made']);
  });

  test('are removed once, by their own account only, with an event; the last read is stored', async () => {
    await insert(linkOf(ann, 'a'));
    await calendars.touch('a', AT);
    expect((await calendars.of(ann))[0].lastReadAt).toEqual(AT);
    const revoked = (accountId: number) => calendars.remove(accountId, 'a', event(accountId, 'calendar_link_revoked'));
    expect([await revoked(bea), await revoked(ann), await revoked(ann)]).toEqual([false, true, false]);
    expect(await calendars.byHash('hash a')).toBeNull();
    expect(await noted()).toEqual(['calendar_link_revoked', 'calendar_link_made']);
  });

  test('the calendar of a scan that has not run is empty', async () => {
    expect(await calendars.entries('s')).toEqual([]);
  });
}
