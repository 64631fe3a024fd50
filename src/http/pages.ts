import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Request, type RequestHandler, Router } from 'express';
import { notFound } from '../errors';
import { GENERATED_URL, generatedText } from '../openapi/document';
import { PROJECT_ROOT, VERSION } from '../projectRoot';
import { etagOf } from './answer';

/** The reference is one file with inline script and style. It loads nothing else; its search starts a worker from a blob. */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; font-src data:; " +
  "worker-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface OpenPages {
  /** The URL of this server for clients. */
  readonly publicUrl: string;
  /** @throws the error of all requests for data while the service is not ready */
  readonly requireReady: () => void;
}

/**
 * The pages outside /v1, which need no key: the contract, its reference and health checks.
 *
 * @param counted rate limit by client address, for the large pages but not for the health checks
 */
export function openPages({ publicUrl, requireReady }: OpenPages, counted: RequestHandler): Router {
  const router = Router();
  // In its encoded form, which needs no escaping in the texts below.
  const root = new URL('v1', `${publicUrl}/`).href.slice(0, -'/v1'.length);
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok', version: VERSION });
  });
  router.get('/readyz', (_request, response) => {
    requireReady();
    response.set('Cache-Control', 'no-store').json({ status: 'ready' });
  });
  const generated = (path: string, file: string, headers: Readonly<Record<string, string>>) => {
    const textOf = () => generatedText(file).replaceAll(GENERATED_URL, () => root);
    router.get(path, counted, servePage(textOf, headers));
  };
  generated('/openapi.yaml', 'openapi.yaml', { 'Content-Type': 'application/yaml' });
  generated('/openapi.json', 'openapi.json', { 'Content-Type': 'application/json' });
  // Widgets and app of OpenBB Workspace.
  generated('/widgets.json', 'widgets.json', { 'Content-Type': 'application/json' });
  generated('/apps.json', 'apps.json', { 'Content-Type': 'application/json' });
  generated('/docs', 'reference.html', {
    'Content-Type': 'text/html',
    'Content-Security-Policy': REFERENCE_POLICY,
  });
  generated('/docs.md', 'reference.md', { 'Content-Type': 'text/markdown' });
  generated('/llms.txt', 'llms.txt', {
    'Content-Type': 'text/plain',
    // RFC 8631: descriptions of the API for programs and for people.
    Link: `<${root}/openapi.json>; rel="service-desc", <${root}/docs>; rel="service-doc"`,
  });
  return router;
}

/** Serves a text that does not change while the process runs. It is built and hashed on the first request. */
export function servePage(textOf: () => string, headers: Readonly<Record<string, string>>): RequestHandler {
  let page: { readonly text: Buffer; readonly etag: string } | undefined;
  return (_request, response) => {
    if (page === undefined) {
      const text = Buffer.from(textOf());
      page = { text, etag: etagOf(text) };
    }
    // Clients revalidate each time; a matching tag saves the body.
    response.set({ 'Cache-Control': 'public, no-cache', ETag: page.etag });
    response.set({ ...headers, 'Content-Type': `${headers['Content-Type']}; charset=utf-8` }).send(page.text);
  };
}

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
    if (!READ_METHODS.has(request.method) || !(isPage || asksForPage(request))) return next('router');
    if (!isPage) response.status(404);
    next();
  });
  router.use(counted, page);
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

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
