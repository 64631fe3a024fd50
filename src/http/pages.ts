import { type RequestHandler, Router } from 'express';
import { GENERATED_URL, generatedText } from '../openapi/document';
import { etagOf } from './keptAnswers';

/**
 * The reference is one file with its script and style inside, so that nothing may be loaded from anywhere: only its
 * search builds a worker out of its own text.
 */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; font-src data:; " +
  "worker-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface OpenPages {
  /** Where clients reach this server. */
  readonly publicUrl: string;
  /** @throws what every request for data would be refused with */
  readonly requireReady: () => void;
  /** GET /metrics */
  readonly metrics: readonly RequestHandler[];
  /** Counts the large pages by client address; whether the process is well may be asked at any rate. */
  readonly counted: RequestHandler;
}

/** What is served beside /v1 and needs no key: the contract, its reference, and whether the process is well. */
export function openPages({ publicUrl, requireReady, metrics, counted }: OpenPages): Router {
  const router = Router();
  // As a URL writes it: nothing in it ends a text that it is put into.
  const root = new URL('v1', `${publicUrl}/`).href.slice(0, -'/v1'.length);
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', (_request, response) => {
    requireReady();
    response.set('Cache-Control', 'no-store').json({ status: 'ready' });
  });
  router.get('/metrics', ...metrics);
  const generated = (path: string, file: string, headers: Readonly<Record<string, string>>) => {
    const textOf = () => generatedText(file).replaceAll(GENERATED_URL, () => root);
    router.get(path, counted, servePage(textOf, headers));
  };
  generated('/openapi.yaml', 'openapi.yaml', { 'Content-Type': 'application/yaml' });
  generated('/openapi.json', 'openapi.json', { 'Content-Type': 'application/json' });
  generated('/docs', 'reference.html', {
    'Content-Type': 'text/html',
    'Content-Security-Policy': REFERENCE_POLICY,
  });
  generated('/docs.md', 'reference.md', { 'Content-Type': 'text/markdown' });
  generated('/llms.txt', 'llms.txt', {
    'Content-Type': 'text/plain',
    // RFC 8631: where programs, and people, find what is there.
    Link: `<${root}/openapi.json>; rel="service-desc", <${root}/docs>; rel="service-doc"`,
  });
  return router;
}

/** A text that is the same for as long as the process lives: made and hashed when it is first asked for. */
export function servePage(textOf: () => string, headers: Readonly<Record<string, string>>): RequestHandler {
  let page: { readonly text: Buffer; readonly etag: string } | undefined;
  return (_request, response) => {
    if (page === undefined) {
      const text = Buffer.from(textOf());
      page = { text, etag: etagOf(text) };
    }
    // Asked for anew each time: the tag spares the body.
    response.set({ 'Cache-Control': 'public, no-cache', ETag: page.etag });
    response.set({ ...headers, 'Content-Type': `${headers['Content-Type']}; charset=utf-8` }).send(page.text);
  };
}
