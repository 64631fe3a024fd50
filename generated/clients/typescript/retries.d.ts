/* Generated from openapi.yaml by `npm run generate`. Do not edit. */
/** The retries and time limits of a call. */
export interface Patience {
    /** Maximum number of retries; 0 for operations that are not safe to repeat. */
    readonly retries: number;
    /** Time limit of one attempt. */
    readonly timeoutMs: number;
    /** Time limit of all attempts and the pauses between them. */
    readonly deadlineMs: number;
    readonly signal: AbortSignal | undefined;
    readonly fetch: (request: Request) => Promise<Response>;
}
/**
 * Returns the first successful answer, read to its end. Transient failures are retried after the seconds of `Retry-After`, or
 * else after pauses that double, with jitter. If a pause would end after the deadline, the call fails at once.
 *
 * @throws PerennialError of the last attempt; the reason of the signal
 */
export declare function sendPatiently(request: Request, patience: Patience): Promise<Response>;
