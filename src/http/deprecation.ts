/** An operation that goes. */
export interface Deprecation {
  /** Date from which nobody should begin with it, `YYYY-MM-DD`. */
  readonly since: string;
  /** Date on which it ends, `YYYY-MM-DD`. */
  readonly sunset: string;
}

const DAY_MS = 86_400_000;
/** README, "What changes, and what does not". */
const NOTICE_DAYS = 180;

/**
 * What the contract says of an operation that goes: `deprecated: true`, `x-deprecated-since` and `x-sunset`.
 *
 * @returns null for one that stays. @throws RangeError where one of the three is missing or leaves too little time
 */
export function deprecationOf(operation: Readonly<Record<string, unknown>>): Deprecation | null {
  const { operationId, deprecated, 'x-deprecated-since': since, 'x-sunset': sunset } = operation;
  if (deprecated !== true && since === undefined && sunset === undefined) return null;
  if (deprecated !== true || !isDate(since) || !isDate(sunset)) {
    throw new RangeError(`${operationId}: deprecated: true, x-deprecated-since and x-sunset (dates) go together`);
  }
  if ((Date.parse(sunset) - Date.parse(since)) / DAY_MS < NOTICE_DAYS) {
    throw new RangeError(`${operationId}: ends ${sunset}, sooner than ${NOTICE_DAYS} days after ${since}`);
  }
  return { since, sunset };
}

function isDate(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
