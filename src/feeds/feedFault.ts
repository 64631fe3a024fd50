import type { AnsweredFault } from './provider';

/** Reasons why a request to a provider failed: the keys and texts of reports. */
export const FEED_FAULTS = {
  unknown_symbol: 'the provider does not know the symbol',
  throttled: 'the provider throttles requests',
  day_limit: 'the daily limit of requests is used up',
  denied: 'the provider refuses the credential, or the plan does not include this',
  failed: 'the provider answers with an error',
  server: 'the provider has a server error',
  timeout: 'the provider does not answer in time',
  unreachable: 'the provider cannot be reached',
  too_large: 'the answer is too large',
  redirected: 'the provider redirects elsewhere',
  address: 'the address of the provider is not allowed',
  damaged: 'the answer cannot be read',
  no_credential: 'the credential is not set',
} as const satisfies Record<AnsweredFault, string> & Record<string, string>;

export type FeedFaultKind = keyof typeof FEED_FAULTS;

/** Faults that a retry may resolve. */
const TRANSIENT: readonly FeedFaultKind[] = ['throttled', 'server', 'timeout', 'unreachable'];
/** Faults that all other symbols would meet too, so that the run ends. */
const RUN_ENDING: readonly FeedFaultKind[] = ['throttled', 'day_limit', 'denied', 'no_credential', 'address'];

/**
 * A failed request to a provider. The message is for the operator and holds no credential: it consists of a text of
 * `FEED_FAULTS` and a detail, which may quote one line of the provider's cleaned answer (`client.ts`).
 */
export class FeedFault extends Error {
  override readonly name = 'FeedFault';

  constructor(
    readonly kind: FeedFaultKind,
    readonly detail = '',
    /** Milliseconds of the provider's Retry-After; null = none. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(detail === '' ? FEED_FAULTS[kind] : `${FEED_FAULTS[kind]}: ${detail}`);
  }

  get isTransient(): boolean {
    return TRANSIENT.includes(this.kind);
  }

  get endsRun(): boolean {
    return RUN_ENDING.includes(this.kind);
  }
}
