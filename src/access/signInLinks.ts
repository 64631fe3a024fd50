import { createHash } from 'node:crypto';
import type { Transporter } from 'nodemailer';
import { unauthorized } from '../errors';
import type { Log } from '../log';
import type { Account, AccountEvent, AccountStore } from '../storage/accounts';
import type { Moment, Quota } from '../storage/counters';
import type { SessionStore } from '../storage/sessions';
import type { Counters } from '../storage/storage';
import type { BackgroundWork } from './caller';
import { hashToken, newToken } from './sessions';

export interface SignInLinksDeps {
  readonly store: Pick<SessionStore, 'insertLink' | 'takeLink'>;
  /** Public URL of this server, without a trailing slash. */
  readonly publicUrl: string;
  readonly now: () => Date;
}

const LINK_MINUTES = 15;

/** One-time sign-in links. The token is in the fragment, which browsers do not send. */
export class SignInLinks {
  /** How long a mailed link works. */
  readonly minutes = LINK_MINUTES;

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

const MINUTE_MS = 60_000;
/** The quota of mails to one address, by any requester. */
const MAILS: Quota = { perMinute: 1, perDay: 10 };

export interface LinkMailDeps {
  readonly accounts: Pick<AccountStore, 'findByEmail'>;
  readonly counters: Pick<Counters, 'addresses'>;
  readonly links: Pick<SignInLinks, 'make'>;
  readonly transport: Pick<Transporter, 'sendMail'>;
  /** Sender of the mails. */
  readonly from: string;
  readonly background: BackgroundWork;
  readonly moment: () => Moment;
  readonly log: Log;
}

/** Mails sign-in links to account holders. */
export class LinkMail {
  constructor(private readonly deps: LinkMailDeps) {}

  /** Sends in the background: neither the answer nor its timing may reveal whether the account exists. */
  send(email: string, next: string | null): void {
    const { background, log } = this.deps;
    background.add(this.sendNow(email.trim().toLowerCase(), next), (err) =>
      log.error({ err }, 'a sign-in link could not be mailed'),
    );
  }

  private async sendNow(email: string, next: string | null): Promise<void> {
    const { accounts, counters, links, transport, from, moment, log } = this.deps;
    const account = await accounts.findByEmail(email);
    if (account === null) return;
    const subject = `mail ${createHash('sha256').update(email).digest('hex')}`;
    const { allowed } = await counters.addresses.count(subject, moment(), MAILS);
    if (!allowed) return log.warn({ account: account.id }, 'too many sign-in links were asked for: none is mailed');
    const url = await links.make(account.id, { lasts: LINK_MINUTES * MINUTE_MS, by: 'self', next });
    const text = [
      'This link signs you in to your account:',
      url,
      `It works once, within ${LINK_MINUTES} minutes. If you did not request it, ignore this mail.`,
    ].join('\n\n');
    await transport.sendMail({ from, to: account.email, subject: 'Your sign-in link', text });
    log.info({ account: account.id }, 'sign-in link mailed');
  }
}
