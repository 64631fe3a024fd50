/* Generated from openapi.yaml by `npm run generate`. Do not edit. */
import { PerennialError } from './errors.js';
const PASSING = new Set([429, 502, 503, 504]);
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 20_000;
/**
 * Returns the first successful answer, read to its end. Transient failures are retried after the seconds of `Retry-After`, or
 * else after pauses that double, with jitter. If a pause would end after the deadline, the call fails at once.
 *
 * @throws PerennialError of the last attempt; the reason of the signal
 */
export async function sendPatiently(request, patience) {
    const { retries, signal, deadlineMs } = patience;
    const end = Date.now() + deadlineMs;
    for (let tried = 0;; tried++) {
        signal?.throwIfAborted();
        const outcome = await tryOnce(request.clone(), end, patience);
        if (!(outcome instanceof PerennialError))
            return outcome;
        const wait = waitAfter(outcome, tried);
        const isPassing = outcome.status === null || PASSING.has(outcome.status);
        if (!isPassing || tried >= retries || Date.now() + wait >= end)
            throw outcome;
        await pause(wait, signal);
    }
}
/** Milliseconds. */
function waitAfter({ retryAfter }, tried) {
    if (retryAfter !== null)
        return retryAfter * 1000 + Math.random() * FIRST_WAIT_MS;
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried);
    return (longest * (1 + Math.random())) / 2;
}
/** Returns the answer with its whole body, or the error. @throws the reason of the signal */
async function tryOnce(request, end, patience) {
    const { timeoutMs, signal } = patience;
    const late = AbortSignal.timeout(Math.max(1, Math.min(timeoutMs, end - Date.now())));
    const attempt = new Request(request, { signal: signal === undefined ? late : AbortSignal.any([signal, late]) });
    try {
        const answer = await patience.fetch(attempt);
        const body = await answer.arrayBuffer();
        return answer.ok ? whole(answer, body) : refusal(answer, body);
    }
    catch (cause) {
        signal?.throwIfAborted();
        if (late.aborted)
            return new PerennialError('No answer in time.', 'timed_out', null, null, null, { cause });
        const why = cause instanceof Error ? (cause.cause?.message ?? cause.message) : String(cause);
        return new PerennialError(`No answer: ${why}`, 'unreachable', null, null, null, { cause });
    }
}
function whole({ status, statusText, headers }, body) {
    return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
}
function refusal(answer, body) {
    try {
        const { code, message } = JSON.parse(new TextDecoder().decode(body)).error;
        if (typeof code === 'string' && typeof message === 'string')
            return PerennialError.of(answer, { code, message });
    }
    catch {
        // Not an error of the contract: reported below.
    }
    const message = `Status ${answer.status} without an error of the API: is this its address?`;
    return PerennialError.of(answer, { code: 'unexpected_answer', message });
}
/** @throws the reason of the signal */
function pause(ms, signal) {
    return new Promise((resolve, reject) => {
        const stop = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener('abort', stop);
            resolve();
        }, ms);
        signal?.addEventListener('abort', stop, { once: true });
    });
}
