import type { RequestListener } from 'node:http';
import request from 'supertest';
import { CreatedAnswer } from '../../src/fileAnswer';
import type { JsonObject } from '../../src/openapi/document';
import { openContract } from '../../src/openapi/validator';
import { contract, exampleBody, exampleHandlers, KEY, shell } from '../helpers/shell';
import { lettingIn, replay, replayCases } from './replay';

const CREDENTIALS = { key: KEY, cookie: `perennial-session=${KEY}` };
const all = replayCases();
/**
 * One request of each operation, since its answer here is always the same example. All cases, refusals among them, run
 * against the real handlers in test/api/contractReplay.
 */
const cases = contract.operations.map(({ id }) => all.find(({ operation }) => operation.id === id)!);

describe('every example through the front door', () => {
  let app: RequestListener;
  beforeAll(async () => {
    app = await shell();
  });

  test.each(cases)('$name: $status', (one) => replay(app, CREDENTIALS, one));
});

describe('an answer with an unknown field is withheld', () => {
  const answering = contract.operations.filter(({ id, answersJson }) => {
    // A text and a list have no fields.
    return answersJson && typeof exampleBody(id) === 'object' && !Array.isArray(exampleBody(id));
  });
  let app: RequestListener;
  beforeAll(async () => {
    const handlers = answering.map(({ id, creates }) => {
      const broken = { ...exampleBody(id), no_such: 1 };
      return [id, async () => (creates ? new CreatedAnswer(broken, '/example') : broken)];
    });
    app = await shell({ handlers: exampleHandlers(Object.fromEntries(handlers)) });
  });

  test.each(answering)('$id', async (operation) => {
    const { url, body } = cases.find((one) => one.operation.id === operation.id)!;
    const sent = request(app)[operation.method](url).set(lettingIn(operation, CREDENTIALS)).type('json');
    const response = await (body === undefined ? sent : sent.send(JSON.stringify(body)));
    expect([response.status, response.body.error?.code]).toEqual([500, 'internal']);
  });
});

test.each([
  [
    'a reference to nothing',
    (document: JsonObject) => {
      const { content } = document.paths['/me'].get.responses['200'];
      content['application/json'].schema = { $ref: '#/components/schemas/No' };
    },
    'openapi.yaml refers to #/components/schemas/No, which it does not contain',
  ],
  [
    'another version of OpenAPI',
    (document: JsonObject) => {
      document.openapi = '4.0.0';
    },
    'openapi.yaml, paths from /scan: OpenAPI v3.0 or v3.1 specification version is required',
  ],
])('a contract with %s is refused at the start', async (_, change, message) => {
  const document: JsonObject = structuredClone(contract.document);
  change(document);
  await expect(openContract({ ...contract, document })).rejects.toThrow(message);
});
