import request from 'supertest';
import { type ContractOperation, exampleUrl, type ParameterSchema } from '../../src/openapi/document';
import { startTestApp, type TestApp } from '../helpers/app';
import { contract } from '../helpers/contract';
import { signIn } from '../helpers/signedIn';

type Path = readonly (string | number)[];

const UNWANTED = {
  NUL: 'a\u0000b',
  'a control character': 'a\u0007b',
  'a control character of the second block': 'a\u0085b',
  'a lone surrogate': 'a\ud800b',
  'zero-width characters only': '\u200b\u2060\ufeff\u3164',
};

/** The text fields of a schema, by path: `opportunities.0.symbol`. */
function textFields(schema: ParameterSchema, path: Path = []): Path[] {
  const { type, properties = {}, items, anyOf = [] } = schema;
  const isText = [type ?? []].flat().includes('string');
  return [
    ...(isText ? [path] : []),
    ...Object.entries(properties).flatMap(([name, field]) => textFields(field, [...path, name])),
    ...(items ? textFields(items, [...path, 0]) : []),
    ...anyOf.flatMap((form) => textFields(form, path)),
  ];
}

/** `opportunities[0].symbol` */
const nameOf = (path: Path) =>
  path.reduce<string>((name, key) => (typeof key === 'number' ? `${name}[${key}]` : name ? `${name}.${key}` : key), '');

/** A copy of an example of the body with a value at a path. */
function bodyWith({ body }: ContractOperation, path: Path, value: string): unknown {
  const holds = (example: unknown) => Array.isArray(example) === (typeof path[0] === 'number');
  const all = Object.values(body!.examples).map((example) => example.value);
  const [key] = path;
  const fits = all.find((one) => holds(one) && typeof one === 'object' && Object.hasOwn(one as object, key));
  return put(structuredClone(fits ?? all.find(holds) ?? []), path, value);
}

function put(node: unknown, [key, ...rest]: Path, value: string): unknown {
  if (key === undefined) return value;
  const holder = (node ?? (typeof key === 'number' ? [] : {})) as Record<string | number, unknown>;
  holder[key] = put(holder[key], rest, value);
  return holder;
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2024-06-28T15:00:00Z', sandbox: ['AAPL', 'SPY'] });
});
afterAll(() => app.close());

test.each(Object.entries(UNWANTED))('%s is refused in every parameter and field, by name', async (kind, value) => {
  const browser = await signIn(app, 'business@example.com', 'admin');
  const wrong: unknown[] = [];
  let asked = 0;
  for (const operation of contract.operations) {
    const { id, method, access, parameters, body } = operation;
    // Their secret is looked up before validation: any other value is 404.
    if (access === 'address') continue;
    const example = Object.values(body?.examples ?? {})[0]?.value;
    const send = async (name: string, url: string, payload = example) => {
      const sent = request(app.app)[method](url).set('X-Session', '1');
      if (access === 'key') sent.set('X-API-Key', app.keys.business);
      else if (access !== 'page') sent.set('Cookie', browser.cookie());
      if (payload !== undefined) sent.type('json').send(JSON.stringify(payload));
      const { status, body: answer } = await sent;
      asked += 1;
      const message = answer.error?.message ?? '';
      if (status !== 400 || !message.startsWith(`${name} must be `)) wrong.push([id, name, status, message]);
    };
    for (const { name, in: place, schema } of parameters) {
      const isAny = name === 'to' && id === 'listOpportunities' && !/[\p{Cc}\p{Cs}]/u.test(value);
      if (textFields(schema).length === 0 || isAny || kind === 'a lone surrogate') continue;
      const coded = encodeURIComponent(value);
      const [path, search = ''] = exampleUrl(operation).split('?');
      if (place === 'path') {
        const filled = operation.path.replace(`{${name}}`, coded);
        const others = exampleUrl({ ...operation, path: filled }).split('?');
        await send(name, others.join('?'));
      } else {
        const query = search.split('&').filter((pair) => pair !== '' && !pair.startsWith(`${name}=`));
        await send(name, `${path}?${[...query, `${name}=${coded}`].join('&')}`);
      }
    }
    for (const field of body === null ? [] : textFields(body.schema)) {
      await send(nameOf(field), exampleUrl(operation), bodyWith(operation, field, value));
    }
  }
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(25);
});
