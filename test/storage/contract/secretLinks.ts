import type { AccountEvent } from '../../../src/storage/accounts';
import type { Storage } from '../../../src/storage/storage';
import type { OpenStorage } from './contract';

const AT = new Date('2024-12-20T15:00:00Z');

/** Tests of calendar and table links that their use in test/api cannot show. */
export function secretLinksContract(open: OpenStorage): void {
  let storage: Storage;
  let accountId: number;
  beforeEach(async () => {
    storage = await open();
    const ann = { email: 'ann@example.com', tier: 'dev', role: 'member', createdAt: AT } as const;
    accountId = (await storage.accounts.insert(ann)).id;
  });

  const event = (): AccountEvent => ({ accountId, at: AT, kind: 'link_made', by: 'self', subject: 'x', detail: null });
  const link = (savedScanId: string | null) => ({
    id: 'a',
    accountId,
    name: 'é',
    hash: 'h',
    lastFour: 'abcd',
    savedScanId,
    markets: null,
    createdAt: AT,
    lastReadAt: null,
    alarmMinutes: null,
    daysAhead: null,
    includeNeutral: false,
  });

  test('a link to a scan that was deleted meanwhile is not stored, and leaves no event', async () => {
    const { accounts, calendarLinks, tableLinks } = storage;
    expect(await calendarLinks.insert(link('deleted'), 9, event())).toBe('gone');
    const { alarmMinutes, daysAhead, includeNeutral, ...tableLink } = link('deleted');
    expect(await tableLinks.insert({ ...tableLink, savedScanId: 'deleted' }, 9, event())).toBe('gone');
    expect(await accounts.events(accountId, null, 9)).toEqual([]);
  });

  test('a link is removed by its own account only', async () => {
    const { calendarLinks } = storage;
    expect(await calendarLinks.insert(link(null), 9, event())).toBe('stored');
    expect(await calendarLinks.remove(accountId + 1, 'a', event())).toBe(false);
    expect(await calendarLinks.of(accountId)).toEqual([link(null)]);
    expect(await calendarLinks.remove(accountId, 'a', event())).toBe(true);
  });
}
