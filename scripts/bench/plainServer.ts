import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type ErrorRequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';
import { ROOT } from './server';

/**
 * Plain Express that serves the bytes of a file: `plainServer FILE`, with PORT in the environment. `plainServer FILE PATH STATUS`
 * also serves them at a path of the contract behind express-openapi-validator as documented: it validates requests and
 * answers, and an error handler refuses.
 */
const [, , file, path, status] = process.argv;
const bytes = readFileSync(file);
const app = express();
app.disable('etag');
app.get('/', (_request, response) => {
  response.type('json').send(bytes);
});
if (path !== undefined) {
  const body = JSON.parse(bytes.toString());
  const apiSpec = join(ROOT, 'openapi.yaml');
  app.use(express.json());
  app.use(middleware({ apiSpec, validateRequests: true, validateResponses: true, validateSecurity: false }));
  app.get(path, (_request, response) => {
    response.json(body);
  });
  const refuse: ErrorRequestHandler = (_error, _request, response, _next) => {
    response.status(Number(status)).type('json').send(bytes);
  };
  app.use(refuse);
}
app.listen(Number(process.env.PORT), '127.0.0.1');
