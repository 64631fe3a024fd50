import * as errors from '../../src/errors';
import { loadContract } from '../../src/openapi/document';
import { ERROR_POINTER, faultsAgainst } from '../helpers/contractAjv';

/** SPEC 7, row by row. */
const ROWS: [errors.ApiError, number, string][] = [
  [errors.invalidRequest('years must be 5 to 98'), 400, 'invalid_request'],
  [errors.unauthorized(), 401, 'unauthorized'],
  [errors.forbidden('market 16 is outside the plan'), 403, 'forbidden'],
  [errors.demoRestricted('the demo token answers about AAPL'), 403, 'demo_restricted'],
  [errors.notFound(), 404, 'not_found'],
  [errors.conflict('there is one of this name'), 409, 'conflict'],
  [errors.rateLimited('minute', 60, 12), 429, 'rate_limited'],
  [errors.internal('detail'), 500, 'internal'],
  [errors.scanBusy(), 503, 'scan_busy'],
  [errors.upstreamUnavailable('detail'), 503, 'upstream_unavailable'],
  [errors.serviceMisconfigured('detail'), 503, 'service_misconfigured'],
];

test.each(ROWS)('%p has status %i and code %s', (error, status, code) => {
  expect(error).toBeInstanceOf(Error);
  expect({ status: error.status, code: error.code }).toEqual({ status, code });
  expect(faultsAgainst(ERROR_POINTER, error.body)).toEqual([]);
  expect(error.body.error.message).toBe(error.message);
});

test('from status 500 on, the public text depends on the code only, whatever is thrown', () => {
  for (const [error] of ROWS.filter(([, status]) => status >= 500)) {
    const { code } = error;
    const other = new errors.ApiError(code, 'SELECT * FROM api_keys', { detail: 'a path' });
    expect(other.message).toBe(error.message);
    expect(JSON.stringify(other.body)).not.toMatch(/SELECT|path|detail/);
    expect(other.detail).toBe('a path');
  }
});

test.each([
  [0, 1],
  [0.2, 1],
  [11.2, 12],
  [3600, 3600],
])('a limit that is renewed in %d s asks to wait %d s', (seconds, wait) => {
  expect(errors.rateLimited('day', 1000, seconds).retryAfter).toBe(wait);
});

test('the message of a 429 names the scope, the limit and the wait', () => {
  expect(errors.rateLimited('day', 1000, 1).message).toBe(
    'Rate limit exceeded: 1000 requests per day. Retry in 1 second.',
  );
  expect(errors.rateLimited('minute', 60, 2).message).toContain('60 requests per minute. Retry in 2 seconds.');
});

test.each([
  [-5, 1],
  [0.5, 1],
  [29.5, 30],
  [900, 30],
])('a 503 that would wait %d s asks to wait %d', (seconds, wait) => {
  expect(errors.scanBusy(seconds).retryAfter).toBe(wait);
});

test('every 503 and 429 has a Retry-After, and no other error has one', () => {
  for (const [error, status] of ROWS) expect(error.retryAfter !== undefined).toBe(status === 503 || status === 429);
});

test('the examples of a 503 in the contract have the bodies of the server', () => {
  const { document } = loadContract();
  const shown = JSON.stringify(document);
  for (const made of [errors.scanBusy(), errors.upstreamUnavailable(), errors.serviceMisconfigured()]) {
    expect(shown).toContain(JSON.stringify(made.body));
  }
});
