import type { KeyService } from '../../access/keys';
import type { ProviderSignIn } from '../../access/providerSignIn';
import type { Sessions } from '../../access/sessions';
import type { LinkMail, SignInLinks } from '../../access/signInLinks';
import { unauthorized } from '../../errors';
import type { Context } from '../../operation';
import type { Queue } from '../../queue/queue';
import type { AccountEvent, AccountStore } from '../../storage/accounts';
import type { KeyStore } from '../../storage/apiKeys';
import type { FeedStore } from '../../storage/feeds';
import type { HeldPriceStore } from '../../storage/heldPrices';
import type { PriceStore } from '../../storage/prices';
import type { SessionStore } from '../../storage/sessions';
import type { Counters } from '../../storage/storage';
import type { FeedAdmin } from '../operator/feedAdmin';
import type { PriceSurvey } from '../operator/priceSurvey';
import type { ServiceDeps } from '../screening/deps';

/** The dependencies of the account console. */
export interface ConsoleParts {
  readonly accounts: AccountStore;
  readonly keyStore: Pick<KeyStore, 'find' | 'ofAccount'>;
  readonly store: SessionStore;
  readonly counters: Pick<Counters, 'accounts' | 'predictions'>;
  readonly sessions: Sessions;
  readonly links: SignInLinks;
  /** Null where no mail is sent. */
  readonly mail: LinkMail | null;
  /** Null where people sign in by links only. */
  readonly provider: ProviderSignIn | null;
  /** How long a mailed link works. */
  readonly linkMinutes: number;
  readonly prices: Pick<PriceStore, 'find' | 'read' | 'history' | 'quality'>;
  readonly feeds: Pick<FeedStore, 'all' | 'find' | 'symbols'>;
  readonly heldPrices: Pick<HeldPriceStore, 'list' | 'find' | 'count'>;
  readonly queue: Pick<Queue, 'list' | 'find' | 'retry' | 'cancelJob' | 'stats'>;
  readonly feedAdmin: FeedAdmin;
  readonly priceSurvey: PriceSurvey;
  /** Null where keys cannot be hashed. */
  readonly keys: KeyService | null;
}

export type ConsoleDeps = Pick<ServiceDeps, 'screening' | 'tiers' | 'mlAllowance'> & { readonly console: ConsoleParts };

/** The account and session of a request that only sessions may send. @throws unauthorized */
export function signedIn({ caller: { accountId, session } }: Pick<Context, 'caller'>): {
  readonly accountId: number;
  readonly sessionId: string;
} {
  if (accountId === null || session === undefined) throw unauthorized('Not signed in: sign in first.');
  return { accountId, sessionId: session.id };
}

/** An event of the account holder, now. */
export function accountEvent(
  { screening }: Pick<ConsoleDeps, 'screening'>,
  accountId: number,
  kind: AccountEvent['kind'],
  subject: string | null,
): AccountEvent {
  return { accountId, at: screening.clock.now(), kind, by: 'self', subject, detail: null };
}
