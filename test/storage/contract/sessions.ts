import type { SessionStore } from '../../../src/storage/sessions';
import type { OpenStorage } from './contract';

const at = (minute: number) => new Date(Date.UTC(2024, 0, 1, 0, minute));

/** What every SessionStore does with sign-ins at the identity provider; links and sessions: test/console. */
export function sessionsContract(open: OpenStorage<'sessions'>): void {
  let storage: Awaited<ReturnType<typeof open>>;
  let sessions: SessionStore;
  beforeEach(async () => {
    storage = await open();
    sessions = storage.sessions;
  });
  afterEach(() => storage.close());

  const begun = (hash: string, next: string | null = null) => ({ hash, next, expiresAt: at(10) });

  test('a sign-in comes back once, with its page, also to another connection', async () => {
    await sessions.insertProviderSignIn(begun('one', '/account'), at(0));
    await sessions.insertProviderSignIn(begun('two'), at(0));
    const other = await open(storage);
    expect(await other.sessions.takeProviderSignIn('one', at(9))).toEqual(begun('one', '/account'));
    expect(await sessions.takeProviderSignIn('one', at(9))).toBeNull();
    expect(await sessions.takeProviderSignIn('two', at(9))).toEqual(begun('two'));
    expect(await sessions.takeProviderSignIn('three', at(9))).toBeNull();
    await other.close();
  });

  test('of several who take it at once one has it', async () => {
    await sessions.insertProviderSignIn(begun('one'), at(0));
    const taken = await Promise.all([1, 2, 3].map(() => sessions.takeProviderSignIn('one', at(1))));
    expect(taken.filter((one) => one !== null)).toHaveLength(1);
  });

  test('one whose time is over is none, and goes with the next that is begun', async () => {
    await sessions.insertProviderSignIn(begun('one'), at(0));
    await sessions.insertProviderSignIn({ ...begun('two'), expiresAt: at(20) }, at(10));
    // Gone, not only over: it is none at any time.
    expect(await sessions.takeProviderSignIn('one', at(1))).toBeNull();
    expect(await sessions.takeProviderSignIn('two', at(20))).toBeNull();
  });
}
