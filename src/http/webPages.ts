import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Request, type RequestHandler, Router } from 'express';
import { notFound } from '../errors';
import { PROJECT_ROOT } from '../projectRoot';
import { servePage } from './pages';

/** Where `npm run build` puts them. */
const BUILT = join(PROJECT_ROOT, 'dist', 'web');

/** The pages load what this server has, and nothing else; no script and no style stands inside them. */
const PAGES_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Addresses that a page stands behind (src/web/routes.ts); beneath some of them stands a name. */
const PAGE_PATH =
  /^\/(?:(?:compare|basket|calendar|daily-pick|method)?|symbol\/[^/]+(?:\/[^/]+)?|markets(?:\/[^/]+)?|(?:account|operator|sign-in)(?:\/.*)?)\/?$/;

const READING = new Set(['GET', 'HEAD']);

/** What the pages are told by the server that sends them. */
export interface PageSettings {
  /** Path under which clients reach this server, without a slash at the end; empty as a rule. */
  readonly base: string;
  /** What visitors without an account may ask with, and about which symbols; null where there is no such token. */
  readonly demo: { readonly token: string; readonly tickers: readonly string[] } | null;
}

/**
 * The pages for people: one document at the address of each page, and the files that it loads. An address that is none is
 * answered with the same document and 404 where a browser asks, which then says so in its own words.
 *
 * @param counted what a document passes first; its files change with a release only, and may be asked for at any rate
 */
export function webPages(settings: PageSettings, counted: RequestHandler): Router {
  const router = Router();
  // Names hold a hash of what is in the file.
  router.use(
    '/assets',
    express.static(join(BUILT, 'assets'), { immutable: true, maxAge: '1y', index: false, redirect: false }),
  );
  const page = servePage(() => documentFor(settings), {
    'Content-Type': 'text/html',
    'Content-Security-Policy': PAGES_POLICY,
  });
  // As the address writes it, which need not be decodable.
  router.use((request, response, next) => {
    const isPage = PAGE_PATH.test(request.path);
    if (!READING.has(request.method) || !(isPage || asksForPage(request))) return next();
    return counted(request, response, (fault?: unknown) => {
      if (fault) next(fault);
      else page(request, isPage ? response : response.status(404), next);
    });
  });
  return router;
}

/** Programs that ask for nothing in particular are told in JSON. */
function asksForPage(request: Request): boolean {
  return request.headers.accept !== undefined && request.accepts('json', 'html') === 'html';
}

/** @throws notFound where they were not built */
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
