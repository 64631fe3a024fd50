import type { AnsweredFault } from './provider';

/** Why a request to a provider came to nothing. Keys of reports; the texts are what a person reads. */
export const FEED_FAULTS = {
  unknown_symbol: 'the provider does not know the symbol',
  throttled: 'the provider asks for fewer requests',
  day_limit: 'the requests of the day are used up',
  denied: 'the provider refuses the credential, or the plan does not include this',
  failed: 'the provider answers with an error',
  server: 'the provider is out of order',
  timeout: 'the provider does not answer in time',
  unreachable: 'the provider cannot be reached',
  too_large: 'the answer is larger than prices can be',
  redirected: 'the provider sends elsewhere',
  address: 'the provider has an address that may not be called',
  damaged: 'the answer cannot be read',
  no_credential: 'the credential is not set',
} as const satisfies Record<AnsweredFault, string> & Record<string, string>;

export type FeedFaultKind = keyof typeof FEED_FAULTS;

/** Faults that may be gone the next time. */
const PASSING: readonly FeedFaultKind[] = ['throttled', 'server', 'timeout', 'unreachable'];
/** Faults that every other symbol would meet too: a run ends there. */
const FOR_ALL: readonly FeedFaultKind[] = ['throttled', 'day_limit', 'denied', 'no_credential', 'address'];

/**
 * A request to a provider that came to nothing. The message is for the operator and holds no credential: it is made of our
 * words, the provider's id, and at most a line of the provider's own that was cleaned (`client.ts`).
 */
export class FeedFault extends Error {
  override readonly name = 'FeedFault';

  constructor(
    readonly kind: FeedFaultKind,
    readonly detail = '',
    /** Milliseconds after which the provider wants to be asked again; null = it does not say. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(detail === '' ? FEED_FAULTS[kind] : `${FEED_FAULTS[kind]}: ${detail}`);
  }

  get isPassing(): boolean {
    return PASSING.includes(this.kind);
  }

  get endsRun(): boolean {
    return FOR_ALL.includes(this.kind);
  }
}
