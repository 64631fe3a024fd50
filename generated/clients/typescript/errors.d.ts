/* Generated from openapi.yaml by `npm run generate`. Do not edit. */
/** Why a call failed: a code of the contract, or a code of this client for a failure without an answer of the API. */
export type ErrorCode = 'invalid_request' | 'unauthorized' | 'forbidden' | 'demo_restricted' | 'not_found' | 'rate_limited' | 'internal' | 'scan_busy' | 'upstream_unavailable' | 'service_misconfigured'
/** No connection, or it broke: refused, reset, unknown host. */
 | 'unreachable'
/** No answer within the time limit of an attempt or of the call. */
 | 'timed_out'
/** The answer is not one of the contract: from a proxy or another server. */
 | 'unexpected_answer' | (string & {});
/** A failure: its code, message and cause. */
export interface Failure {
    readonly code: ErrorCode;
    readonly message: string;
    readonly cause?: unknown;
}
/** The error of every failed call. */
export declare class PerennialError extends Error {
    readonly code: ErrorCode;
    /** HTTP status of the answer; null without an answer. */
    readonly status: number | null;
    /** Id of the request in the server's log; null without an answer. */
    readonly requestId: string | null;
    /** Seconds to wait before a retry (the header Retry-After); null without the header. */
    readonly retryAfter: number | null;
    readonly name = "PerennialError";
    constructor(message: string, code: ErrorCode, 
    /** HTTP status of the answer; null without an answer. */
    status?: number | null, 
    /** Id of the request in the server's log; null without an answer. */
    requestId?: string | null, 
    /** Seconds to wait before a retry (the header Retry-After); null without the header. */
    retryAfter?: number | null, options?: {
        cause?: unknown;
    });
    /** The error for an answer. */
    static of({ status, headers }: Response, { code, message, cause }: Failure): PerennialError;
}
/** The seconds of a Retry-After header, which holds seconds or a date (RFC 9110, 10.2.3); null for any other text. */
export declare function secondsOf(text: string | null, now?: number): number | null;
