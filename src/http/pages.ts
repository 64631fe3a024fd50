import { type RequestHandler, Router } from 'express';
import { GENERATED_URL, generatedText } from '../openapi/document';
import { VERSION } from '../version';
import { etagOf } from './keptAnswers';

/** The reference is one file with inline script and style. It loads nothing else; its search starts a worker from a blob. */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; font-src data:; " +
  "worker-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface OpenPages {
  /** The URL of this server for clients. */
  readonly publicUrl: string;
  /** @throws the error of all requests for data while the service is not ready */
  readonly requireReady: () => void;
  /** GET /metrics */
  readonly metrics: readonly RequestHandler[];
  /** Rate limit by client address, for the large pages but not for the health checks. */
  readonly counted: RequestHandler;
}

/** The pages outside /v1, which need no key: the contract, its reference, health checks and metrics. */
export function openPages({ publicUrl, requireReady, metrics, counted }: OpenPages): Router {
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
  router.get('/metrics', ...metrics);
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
