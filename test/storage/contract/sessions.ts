import type { AccountEvent } from '../../../src/storage/accounts';
import type { Session } from '../../../src/storage/sessions';
import type { Storage } from '../../../src/storage/storage';
import type { OpenStorage } from './contract';

const at = (minute: number) => new Date(Date.UTC(2024, 0, 1, 0, minute));

/** Tests of sessions that their use in test/api/console cannot show. */
export function sessionsContract(open: OpenStorage): void {
  let storage: Storage;
  let accountId: number;
  beforeEach(async () => {
    storage = await open();
    const ann = { email: 'ann@example.com', tier: 'free', role: 'member', createdAt: at(0) } as const;
    accountId = (await storage.accounts.insert(ann)).id;
  });

  const eventOf = (kind: AccountEvent['kind']): AccountEvent => ({
    accountId,
    at: at(0),
    kind,
    by: 'self',
    subject: null,
    detail: null,
  });
  const begin = (id: string, endsAt: Date) => {
    const session: Session = {
      id,
      accountId,
      hash: 'first',
      previousHash: null,
      previousUntil: null,
      method: 'link',
      agent: 'Firefox on Linux',
      createdAt: at(0),
      lastUsedAt: at(0),
      rotatedAt: at(0),
      endsAt,
      latestEnd: at(40),
    };
    return storage.sessions.insert(session, eventOf('signed_in'));
  };

  test('of two requests that rotate the token of a session at once one succeeds', async () => {
    const { sessions } = storage;
    await begin('one', at(20));
    const other = await open(storage);
    const changed = await Promise.all([
      sessions.rotate('one', { from: 'first', to: 'a', previous: 'first' }, at(5)),
      other.sessions.rotate('one', { from: 'first', to: 'b', previous: 'first' }, at(5)),
    ]);
    expect([...changed].sort()).toEqual([false, true]);
    const rotated = { hash: changed[0] ? 'a' : 'b', previousHash: 'first', previousUntil: null, rotatedAt: at(5) };
    expect(await sessions.find('one')).toMatchObject(rotated);
    await sessions.retirePrevious('one', at(6));
    await sessions.retirePrevious('one', at(7));
    expect(await sessions.find('one')).toMatchObject({ previousUntil: at(6) });
  });

  test('sessions end one by one or all at once, with an event if there were any', async () => {
    const { sessions, accounts } = storage;
    for (const id of ['one', 'two', 'three']) await begin(id, at(20));
    expect(await sessions.end(accountId + 1, 'one', eventOf('session_ended'))).toBe(0);
    expect(await sessions.end(accountId, 'one', eventOf('session_ended'))).toBe(1);
    expect(await sessions.end(accountId, 'one', eventOf('session_ended'))).toBe(0);
    expect(await sessions.end(accountId, null, eventOf('sessions_ended'))).toBe(2);
    const kinds = (await accounts.events(accountId, null, 10)).map(({ kind }) => kind);
    expect(kinds).toEqual(['sessions_ended', 'session_ended', 'signed_in', 'signed_in', 'signed_in']);
  });

  test('ended sessions are not listed, and are deleted later', async () => {
    const { sessions } = storage;
    await begin('ended', at(20));
    await begin('lasting', at(30));
    expect((await sessions.of(accountId, at(20))).map(({ id }) => id)).toEqual(['lasting']);
    await sessions.prune(at(21));
    expect([(await sessions.find('ended'))?.id, (await sessions.find('lasting'))?.id]).toEqual([undefined, 'lasting']);
  });
}
