/* Generated from openapi.yaml by `npm run generate`. Do not edit. */
/** The one class of all failures of calls. */
export class PerennialError extends Error {
    code;
    status;
    requestId;
    retryAfter;
    name = 'PerennialError';
    constructor(message, code, 
    /** Of the answer; null when there was none. */
    status = null, 
    /** Names the request in the server's log; null when there was no answer. */
    requestId = null, 
    /** Seconds after which the server would like to be asked again; null when it did not say. */
    retryAfter = null, options) {
        super(message, options);
        this.code = code;
        this.status = status;
        this.requestId = requestId;
        this.retryAfter = retryAfter;
    }
    /** Of an answer that is none to go on with. */
    static of({ status, headers }, { code, message, cause }) {
        const after = secondsOf(headers.get('Retry-After'));
        return new PerennialError(message, code, status, headers.get('X-Request-Id'), after, { cause });
    }
}
/** Retry-After is seconds, or a date (RFC 9110 10.2.3). @returns null for anything else */
export function secondsOf(text, now = Date.now()) {
    if (text === null)
        return null;
    if (/^\d+$/.test(text.trim()))
        return Number(text);
    const at = Date.parse(text);
    return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
