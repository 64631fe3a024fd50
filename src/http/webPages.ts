import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Request, type RequestHandler, Router } from 'express';
import { notFound } from '../errors';
import { PROJECT_ROOT } from '../projectRoot';
import { servePage } from './pages';

/** Output folder of `npm run build`. */
const BUILT = join(PROJECT_ROOT, 'dist', 'web');

/** The pages load resources of this server only, and have no inline script or style. */
const PAGES_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Paths of the pages (src/web/routes.ts). */
const PAGE_PATH =
  /^\/(?:(?:compare|basket|calendar|daily-pick|method)?|symbol\/[^/]+(?:\/[^/]+)?|markets(?:\/[^/]+)?|(?:account|operator|sign-in)(?:\/.*)?)\/?$/;

const READ_METHODS = new Set(['GET', 'HEAD']);

/** Settings that the server writes into the document of the pages. */
export interface PageSettings {
  /** Path of the public URL without a trailing slash; usually empty. */
  readonly base: string;
  /** The token for visitors without an account, and its symbols; null = there is none. */
  readonly demo: { readonly token: string; readonly tickers: readonly string[] } | null;
}

/**
 * Serves the web pages: the same document at the path of each page, and its assets. A browser gets the document with a 404 at
 * any unknown path; the document then shows a message.
 *
 * @param counted rate limit for the document; the assets have none, since browsers cache them until the next release
 */
export function webPages(settings: PageSettings, counted: RequestHandler): Router {
  const router = Router();
  // The file names hold a hash of the content.
  router.use(
    '/assets',
    express.static(join(BUILT, 'assets'), { immutable: true, maxAge: '1y', index: false, redirect: false }),
  );
  const page = servePage(() => documentFor(settings), {
    'Content-Type': 'text/html',
    'Content-Security-Policy': PAGES_POLICY,
  });
  // Not a route, since Express would refuse a path that cannot be decoded.
  router.use((request, response, next) => {
    const isPage = PAGE_PATH.test(request.path);
    if (!READ_METHODS.has(request.method) || !(isPage || asksForPage(request))) return next();
    return counted(request, response, (fault?: unknown) => {
      if (fault) next(fault);
      else page(request, isPage ? response : response.status(404), next);
    });
  });
  return router;
}

/** Whether a client prefers HTML. Without an Accept header an error is JSON. */
function asksForPage(request: Request): boolean {
  return request.headers.accept !== undefined && request.accepts('json', 'html') === 'html';
}

/** @throws notFound if the pages are not built */
function documentFor(settings: PageSettings): string {
  const index = join(BUILT, 'index.html');
  if (!existsSync(index)) throw notFound('The pages were not built: run `npm run build`.');
  return readFileSync(index, 'utf8')
    .replaceAll('"./', () => `"${escaped(settings.base)}/`)
    .replace('{{settings}}', () => escaped(JSON.stringify(settings)));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
