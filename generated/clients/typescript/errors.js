/* Generated from openapi.yaml by `npm run generate`. Do not edit. */
/** The error of every failed call. */
export class PerennialError extends Error {
    code;
    status;
    requestId;
    retryAfter;
    name = 'PerennialError';
    constructor(message, code, 
    /** HTTP status of the answer; null without an answer. */
    status = null, 
    /** Id of the request in the server's log; null without an answer. */
    requestId = null, 
    /** Seconds to wait before a retry (the header Retry-After); null without the header. */
    retryAfter = null, options) {
        super(message, options);
        this.code = code;
        this.status = status;
        this.requestId = requestId;
        this.retryAfter = retryAfter;
    }
    /** The error for an answer. */
    static of({ status, headers }, { code, message, cause }) {
        const after = secondsOf(headers.get('Retry-After'));
        return new PerennialError(message, code, status, headers.get('X-Request-Id'), after, { cause });
    }
}
/** The seconds of a Retry-After header, which holds seconds or a date (RFC 9110, 10.2.3); null for any other text. */
export function secondsOf(text, now = Date.now()) {
    if (text === null)
        return null;
    if (/^\d+$/.test(text.trim()))
        return Number(text);
    const at = Date.parse(text);
    return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
