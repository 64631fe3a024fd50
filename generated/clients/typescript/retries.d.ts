/* Generated from openapi.yaml by `npm run generate`. Do not edit. */
/** How long and how often an answer is asked for. */
export interface Patience {
    /** Tries after the first; 0 for what must not be repeated. */
    readonly retries: number;
    /** Of one try. */
    readonly timeoutMs: number;
    /** Of all tries and the waits between them. */
    readonly deadlineMs: number;
    readonly signal: AbortSignal | undefined;
    readonly fetch: (request: Request) => Promise<Response>;
}
/**
 * The first answer that is one, whole. What fails in passing is asked for again: after the seconds of `Retry-After` and a
 * little, so that not all come back at once, or else after a wait that doubles. A wait that would end after the deadline
 * is not begun.
 *
 * @throws PerennialError of the last try; the reason of the signal
 */
export declare function sendPatiently(request: Request, patience: Patience): Promise<Response>;
