import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** The headers that keep browsers careful. Answers are data: a browser that shows one loads nothing for it. */
export const securityHeaders: RequestHandler = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } },
});

/** An answer is its caller's alone, and is asked for anew each time: its tag may spare the body. */
export const privateCache: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'private, no-cache');
  next();
};

/** Says in X-Data-Source where the prices come from; null leaves it out. */
export function dataSourceHeader(source: () => string | null): RequestHandler {
  return (_request, response, next) => {
    const name = source();
    if (name !== null) response.set('X-Data-Source', name);
    next();
  };
}
