import { type RequestHandler, type Response, Router } from 'express';
import { notFound } from '../errors';
import { type Contract, loadReference } from './contract';
import { llmsText } from './llmsText';
import { servePage } from './page';
import { DEFAULT_BASE_URL, publishContract } from './publishedContract';

/**
 * The reference is one file with its script and style inside, so that nothing may be loaded from anywhere: only its
 * search builds a worker out of its own text.
 */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; font-src data:; " +
  "worker-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface OpenPages {
  readonly contract: Contract;
  /** Where clients reach this server. */
  readonly publicUrl: string;
  /** Whether there is /mcp. */
  readonly hasMcp: boolean;
  /** @throws what every request for data would be refused with */
  readonly requireReady: () => void;
  /** GET /metrics */
  readonly metrics: readonly RequestHandler[];
  /** Counts the large pages by client address; whether the process is well may be asked at any rate. */
  readonly counted: RequestHandler;
}

/** What is served beside /v1 and needs no key: the contract, its reference, and whether the process is well. */
export function openPages({ contract, publicUrl, hasMcp, requireReady, metrics, counted }: OpenPages): Router {
  const router = Router();
  // As a URL writes it: nothing in it ends a text that it is put into.
  const baseUrl = new URL('v1', `${publicUrl}/`).href;
  router.get('/healthz', (_request, response) => plain(response).json({ status: 'ok' }));
  router.get('/readyz', (_request, response) => {
    requireReady();
    plain(response).json({ status: 'ready' });
  });
  router.get('/metrics', ...metrics);
  const yaml = servePage(() => publishContract(contract, baseUrl).yaml, {
    'Content-Type': 'application/yaml; charset=utf-8',
  });
  router.get('/openapi.yaml', counted, yaml);
  const json = servePage(() => publishContract(contract, baseUrl).json, {
    'Content-Type': 'application/json; charset=utf-8',
  });
  router.get('/openapi.json', counted, json);
  const html = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': REFERENCE_POLICY };
  router.get(
    '/docs',
    counted,
    servePage(() => referenceFor('html', baseUrl), html),
  );
  const markdown = servePage(() => referenceFor('md', baseUrl), {
    'Content-Type': 'text/markdown; charset=utf-8',
  });
  router.get('/docs.md', counted, markdown);
  const root = baseUrl.slice(0, -'/v1'.length);
  const llms = servePage(() => llmsText(contract, root, hasMcp), {
    'Content-Type': 'text/plain; charset=utf-8',
    // RFC 8631: where programs, and people, find what is there.
    Link: `<${root}/openapi.json>; rel="service-desc", <${root}/docs>; rel="service-doc"`,
  });
  router.get('/llms.txt', counted, llms);
  return router;
}

/** @throws notFound */
function referenceFor(ending: 'html' | 'md', baseUrl: string): string {
  const reference = loadReference(ending);
  if (reference === null) throw notFound('The reference was not generated: run `npm run generate`.');
  return reference.replaceAll(DEFAULT_BASE_URL, () => baseUrl);
}

function plain(response: Response): Response {
  return response.set('Cache-Control', 'no-store');
}

/** The last step of all. */
export const refuseUnknown: RequestHandler = (_request, _response, next) => next(notFound());
