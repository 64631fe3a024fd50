import { unauthorized } from '../errors';
import type { AccountEvent } from '../storage/accountEvents';
import type { Account } from '../storage/accounts';
import type { SessionStore } from '../storage/sessions';
import { hashToken, newToken } from './sessionToken';

export interface SignInLinksDeps {
  readonly store: Pick<SessionStore, 'insertLink' | 'takeLink'>;
  /** Public URL of this server, without a trailing slash. */
  readonly publicUrl: string;
  readonly now: () => Date;
}

/** One-time sign-in links. The token is in the fragment, which browsers do not send. */
export class SignInLinks {
  constructor(private readonly deps: SignInLinksDeps) {}

  /**
   * @param lasts milliseconds
   * @param next page to come back to, a path of this server; null = none
   */
  async make(
    accountId: number,
    { lasts, by, next = null }: { lasts: number; by: AccountEvent['by']; next?: string | null },
  ): Promise<string> {
    const { store, publicUrl, now } = this.deps;
    const token = newToken();
    const at = now();
    const expiresAt = new Date(at.getTime() + lasts);
    const event: AccountEvent = { accountId, at, kind: 'link_made', by, subject: null, detail: null };
    await store.insertLink({ hash: hashToken(token), accountId, expiresAt }, event);
    const back = next === null ? '' : `?${new URLSearchParams({ next })}`;
    return `${publicUrl}/sign-in${back}#token=${token}`;
  }

  /** Redeems a token. @throws unauthorized with the same message for every failure */
  async take(token: string): Promise<Account> {
    const account = await this.deps.store.takeLink(hashToken(token), this.deps.now());
    if (account !== null) return account;
    throw unauthorized('This sign-in link does not work any more: it was used, or has expired. Ask for a new one.');
  }
}
