import { invalidRequest } from '../errors';
import type { Step } from './exchange';

/** Refuses what Node's own server would refuse without a word: a request of HTTP/1.1 must say whom it asks (RFC 9112, 3.2). */
export const requireHost: Step = ({ request: { headers, httpVersion } }) => {
  if (httpVersion === '1.1' && headers.host === undefined) throw invalidRequest('The Host header is missing.');
};

/** Refuses an expectation nobody knows (RFC 9110, 10.1.1). */
export const refuseExpectation: Step = ({ request }) => {
  const { expect } = request.headers;
  if (expect !== undefined && !/^100-continue$/i.test(expect)) {
    throw invalidRequest('The Expect header is not understood; accepted is 100-continue.');
  }
};
