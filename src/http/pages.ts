import { type RequestHandler, type Response, Router } from 'express';
import { notFound, scanBusy } from '../errors';
import { type Contract, loadReference } from './contract';

/**
 * The reference is one file with its script and style inside, so that nothing may be loaded from anywhere: only its
 * search builds a worker out of its own text.
 */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; font-src data:; " +
  "worker-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What is served beside /v1 and needs no key: the contract, its reference, and whether the process is well. */
export function openPages(contract: Contract, ready: () => boolean, metrics: RequestHandler): Router {
  const router = Router();
  const json = JSON.stringify(contract.document);
  const reference = loadReference();
  router.get('/', (_request, response) => response.redirect('/docs'));
  router.get('/healthz', (_request, response) => plain(response).json({ status: 'ok' }));
  router.get('/readyz', (_request, response) => {
    if (!ready()) throw scanBusy();
    plain(response).json({ status: 'ready' });
  });
  router.get('/metrics', metrics);
  router.get('/openapi.yaml', (_request, response) => {
    response.type('application/yaml').send(contract.text);
  });
  router.get('/openapi.json', (_request, response) => {
    response.type('application/json').send(json);
  });
  router.get('/docs', (_request, response) => {
    if (reference === null) throw notFound('The reference was not generated: run `npm run generate`.');
    response.set('Content-Security-Policy', REFERENCE_POLICY).type('html').send(reference);
  });
  return router;
}

function plain(response: Response): Response {
  return response.set('Cache-Control', 'no-store');
}
