import { readFileSync } from 'node:fs';
import express from 'express';

/** What Express does with the same bytes and nothing else: `plainServer FILE`, PORT in the environment. */
const body = readFileSync(process.argv[2]);
const app = express();
app.disable('etag');
app.get('/', (_request, response) => {
  response.type('json').send(body);
});
app.listen(Number(process.env.PORT), '127.0.0.1');
