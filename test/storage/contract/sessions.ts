import type { AccountEvent } from '../../../src/storage/accounts';
import type { Session, SessionStore } from '../../../src/storage/sessions';
import type { OpenStorage } from './contract';

const at = (minute: number) => new Date(Date.UTC(2024, 0, 1, 0, minute));

/** Tests that the SessionStore of every database passes; test/api/console tests its use by the console. */
export function sessionsContract(open: OpenStorage<'accounts' | 'sessions'>): void {
  let storage: Awaited<ReturnType<typeof open>>;
  let sessions: SessionStore;
  beforeEach(async () => {
    storage = await open();
    sessions = storage.sessions;
  });
  afterEach(() => storage.close());

  const begun = (hash: string, next: string | null = null) => ({ hash, next, expiresAt: at(10) });

  test('a sign-in is taken once, with its page, also by another connection', async () => {
    await sessions.insertProviderSignIn(begun('one', '/account'), at(0));
    await sessions.insertProviderSignIn(begun('two'), at(0));
    const other = await open(storage);
    expect(await other.sessions.takeProviderSignIn('one', at(9))).toEqual(begun('one', '/account'));
    expect(await sessions.takeProviderSignIn('one', at(9))).toBeNull();
    expect(await sessions.takeProviderSignIn('two', at(9))).toEqual(begun('two'));
    expect(await sessions.takeProviderSignIn('three', at(9))).toBeNull();
    await other.close();
  });

  test('if several requests take a sign-in at once, one gets it', async () => {
    await sessions.insertProviderSignIn(begun('one'), at(0));
    const taken = await Promise.all([1, 2, 3].map(() => sessions.takeProviderSignIn('one', at(1))));
    expect(taken.filter((one) => one !== null)).toHaveLength(1);
  });

  test('an expired sign-in cannot be taken, and is deleted when the next one begins', async () => {
    await sessions.insertProviderSignIn(begun('one'), at(0));
    await sessions.insertProviderSignIn({ ...begun('two'), expiresAt: at(20) }, at(10));
    // Deleted, not only expired: an earlier time does not find it.
    expect(await sessions.takeProviderSignIn('one', at(1))).toBeNull();
    expect(await sessions.takeProviderSignIn('two', at(20))).toBeNull();
  });

  describe('of an account', () => {
    let accountId: number;
    beforeEach(async () => {
      const ann = { email: 'ann@example.com', tier: 'free', role: 'member' as const, createdAt: at(0) };
      accountId = (await storage.accounts.insert(ann)).id;
    });

    const event = (kind: AccountEvent['kind']): AccountEvent => ({
      accountId,
      at: at(0),
      kind,
      by: 'self',
      subject: null,
      detail: null,
    });
    const sessionOf = (id: string, minute = 0): Session => ({
      id,
      accountId,
      hash: 'first',
      previousHash: null,
      previousUntil: null,
      method: 'link',
      agent: 'Firefox on Linux',
      createdAt: at(minute),
      lastUsedAt: at(minute),
      rotatedAt: at(minute),
      endsAt: at(minute + 20),
      latestEnd: at(minute + 40),
    });
    const begin = (session: Session) => sessions.insert(session, event('signed_in'));
    const kinds = async () => (await storage.accounts.events(accountId, null, 10)).map(({ kind }) => kind);

    test('a session is returned with the current state of its account, and listed until it ends, newest first', async () => {
      expect([await begin(sessionOf('one')), await begin(sessionOf('two', 1))]).toEqual([true, true]);
      await storage.accounts.setTier(accountId, 'pro');
      const owner = { email: 'ann@example.com', tier: 'pro', role: 'member' };
      expect(await sessions.find('one')).toEqual({ ...sessionOf('one'), ...owner });
      expect(await sessions.find('three')).toBeNull();
      expect((await sessions.of(accountId, at(19))).map(({ id }) => id)).toEqual(['two', 'one']);
      expect((await sessions.of(accountId, at(20))).map(({ id }) => id)).toEqual(['two']);
      await sessions.touch('one', { lastUsedAt: at(10), endsAt: at(30) });
      expect(await sessions.find('one')).toMatchObject({ lastUsedAt: at(10), endsAt: at(30) });
      await sessions.prune(at(21));
      expect([(await sessions.find('one'))?.id, await sessions.find('two')]).toEqual(['one', null]);
    });

    test('of two requests that rotate its token at once one succeeds', async () => {
      await begin(sessionOf('one'));
      const other = await open(storage);
      const changed = await Promise.all([
        sessions.rotate('one', { from: 'first', to: 'a', previous: 'first' }, at(5)),
        other.sessions.rotate('one', { from: 'first', to: 'b', previous: 'first' }, at(5)),
      ]);
      expect([...changed].sort()).toEqual([false, true]);
      const hash = changed[0] ? 'a' : 'b';
      const rotated = { hash, previousHash: 'first', previousUntil: null, rotatedAt: at(5) };
      expect(await sessions.find('one')).toMatchObject(rotated);
      await sessions.retirePrevious('one', at(6));
      await sessions.retirePrevious('one', at(7));
      expect(await sessions.find('one')).toMatchObject({ previousUntil: at(6) });
      await other.close();
    });

    test('its sessions end one by one or all at once, with an event if there were any', async () => {
      for (const id of ['one', 'two', 'three']) await begin(sessionOf(id));
      expect(await sessions.end(accountId, 'one', event('session_ended'))).toBe(1);
      expect(await sessions.end(accountId, 'one', event('session_ended'))).toBe(0);
      expect(await sessions.end(accountId, null, event('sessions_ended'))).toBe(2);
      expect(await kinds()).toEqual(['sessions_ended', 'session_ended', 'signed_in', 'signed_in', 'signed_in']);
    });

    test('a sign-in link returns its account once, until it expires', async () => {
      const link = (hash: string) => ({ hash, accountId, expiresAt: at(10) });
      for (const hash of ['one', 'two']) await sessions.insertLink(link(hash), event('link_made'));
      const other = await open(storage);
      const taken = await Promise.all([sessions, other.sessions, sessions].map((one) => one.takeLink('one', at(9))));
      const account = await storage.accounts.find(accountId);
      expect(taken.filter((one) => one !== null)).toEqual([account]);
      expect(await sessions.takeLink('two', at(10))).toBeNull();
      expect(await sessions.takeLink('two', at(1))).toBeNull();
      await other.close();
    });

    test('its suspension ends sessions and links, and no session begins until it is resumed', async () => {
      await begin(sessionOf('one'));
      await sessions.insertLink({ hash: 'link', accountId, expiresAt: at(10) }, event('link_made'));
      expect(await storage.accounts.suspend(accountId, at(1), event('account_suspended'))).toBe(true);
      expect([await sessions.find('one'), await sessions.takeLink('link', at(2))]).toEqual([null, null]);
      expect(await begin(sessionOf('two'))).toBe(false);
      expect(await sessions.find('two')).toBeNull();
      expect(await storage.accounts.suspend(accountId, null, event('account_resumed'))).toBe(true);
      expect(await begin(sessionOf('three'))).toBe(true);
      expect(await kinds()).toEqual(['signed_in', 'account_resumed', 'account_suspended', 'link_made', 'signed_in']);
    });
  });
}
