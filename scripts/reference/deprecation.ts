const DAY_MS = 86_400_000;
/** The upgrading guide, "What changes, and what does not". */
const NOTICE_DAYS = 180;

/**
 * Checks that a deprecated operation has `deprecated: true`, `x-deprecated-since` and `x-sunset`.
 *
 * @throws RangeError when one of the three is missing, or the dates are less than the notice period apart
 */
export function checkDeprecation(operation: Readonly<Record<string, unknown>>): void {
  const { operationId, deprecated, 'x-deprecated-since': since, 'x-sunset': sunset } = operation;
  if (deprecated !== true && since === undefined && sunset === undefined) return;
  if (deprecated !== true || !isDate(since) || !isDate(sunset)) {
    throw new RangeError(`${operationId}: deprecated: true, x-deprecated-since and x-sunset (dates) go together`);
  }
  if ((Date.parse(sunset) - Date.parse(since)) / DAY_MS < NOTICE_DAYS) {
    throw new RangeError(`${operationId}: ends ${sunset}, sooner than ${NOTICE_DAYS} days after ${since}`);
  }
}

function isDate(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
