import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';
import { bitsAt, keyOf, uniformAt } from '../../src/core/statistics/random';
import { injectInto } from '../../src/http/inject';
import { type ContractOperation, type JsonObject, loadContract } from '../../src/openapi/document';
import { type OpenContract, openContract } from '../../src/openapi/validator';

/** The values of a request by their place, as texts. */
interface RequestValues {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Fault {
  readonly path: string;
  readonly message: string;
}

/** The verdict of a validator on a request and, if that is accepted, on an answer. */
interface Verdict {
  readonly values?: object;
  readonly refused?: readonly Fault[];
  readonly broken?: readonly Fault[];
}

interface Case {
  readonly operation: ContractOperation;
  readonly values: RequestValues;
  readonly answer: unknown;
}

const CASES = 1_000;
const contract = loadContract();

let opened: OpenContract;
beforeAll(async () => {
  opened = await openContract(contract);
});
const ofPath = ({ path }: ContractOperation) => opened.validators.get(path)!;

test('the validators of parts of the contract agree with one of the whole', async () => {
  const parts = verdictsOf(ofPath);
  const whole = wholeDocument();
  const entire = verdictsOf(() => whole);
  const seen = { refused: 0, broken: 0, fine: 0 };
  for (const [i, one] of cases().entries()) {
    const verdict = await parts(structuredClone(one));
    expect({ i, id: one.operation.id, ...verdict }).toEqual({ i, id: one.operation.id, ...(await entire(one)) });
    seen[verdict.refused ? 'refused' : verdict.broken!.length > 0 ? 'broken' : 'fine'] += 1;
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(CASES / 8);
  // Here every schema is compiled twice, which takes ten seconds of a free processor.
}, 300_000);

test('every operation accepts its own examples, as request and as answer, and no broken ones', async () => {
  const ask = verdictsOf(ofPath);
  for (const operation of contract.operations) {
    const { id, body, examples, answersJson } = operation;
    const values = exampleValues(operation);
    const answer = answersJson ? Object.values(examples)[0].value : {};
    const { refused: fault, broken: faults } = await ask({ operation, values, answer });
    expect({ id, fault, faults: answersJson ? faults : [] }).toEqual({ id, fault: undefined, faults: [] });
    const asked: RequestValues = { ...values, query: { ...values.query, no_such: '1' } };
    expect({ id, ...(await ask({ operation, values: asked, answer })) }).toEqual({ id, refused: [expect.anything()] });
    if (body !== null) {
      const { refused = [] } = await ask({ operation, values: { ...values, body: { no_such: 1 } }, answer });
      expect({ id, faults: refused.length }).not.toEqual({ id, faults: 0 });
    }
    // A text and a list have no fields.
    if (!answersJson || typeof answer === 'string' || Array.isArray(answer)) continue;
    const { broken = [] } = await ask({ operation, values, answer: { ...Object(answer), no_such: 1 } });
    expect({ id, paths: broken.map(({ path }) => path) }).toEqual({
      id,
      paths: expect.arrayContaining(['/response/no_such']),
    });
  }
});

/** The required values of an operation, from its examples. */
function exampleValues({ parameters, body }: ContractOperation): RequestValues {
  const shown = (place: string) =>
    parameters
      .filter((one) => one.in === place && (one.required || place === 'path'))
      .map(({ name, example: only, examples }) => [name, String(only ?? Object.values(examples ?? {})[0].value)]);
  return {
    params: Object.fromEntries(shown('path')),
    query: Object.fromEntries(shown('query')),
    body: body === null ? undefined : Object.values(body.examples)[0].value,
  };
}

test('an invalid contract is refused at the start, with a path near the fault', async () => {
  const document: JsonObject = structuredClone(contract.document);
  document.paths['/me'].get.responses['200'].content['application/json'].schema = { $ref: '#/components/schemas/No' };
  await expect(openContract({ ...contract, document })).rejects.toThrow(
    'openapi.yaml, paths from /calendar-links/{calendar_link_id}',
  );
});

/** Faults in one order: each validator lists them in the order of its schemas. */
function inOrder(faults: readonly Fault[]): Fault[] {
  const told = faults.map(({ path, message }) => ({ path, message }));
  return told.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/**
 * The whole contract by the package's middleware, as its own manual shows it, without error answers: no case has one, and
 * compiling their schemas takes as long as all the rest.
 */
function wholeDocument(): RequestHandler[] {
  const document: JsonObject = structuredClone(contract.document);
  const operations = Object.values(document.paths as JsonObject).flatMap((item: JsonObject) => Object.values(item));
  for (const { responses } of operations as JsonObject[]) {
    for (const status of Object.keys(responses)) if (Number(status) >= 400) delete responses[status];
  }
  const own = operations.flatMap(({ parameters = [] }: JsonObject) => parameters) as JsonObject[];
  for (const parameter of [...own, ...Object.values(document.components.parameters as JsonObject)]) {
    if (parameter.in === 'query') Object.assign(parameter, { allowReserved: true, allowEmptyValue: true });
  }
  return middleware({
    apiSpec: document as never,
    validateSecurity: false,
    validateRequests: { allErrors: false, allowUnknownQueryParameters: false },
    validateResponses: { onError: (error, _body, request) => request.app.locals.onViolation('', error.errors) },
    ajvFormats: { mode: 'full' },
    fileUploader: false,
  });
}

function verdictsOf(validatorsOf: (operation: ContractOperation) => readonly RequestHandler[]) {
  let verdict: Verdict = {};
  let answer: unknown;
  const app: Express = express();
  app.locals.onViolation = (_id: string, faults: readonly Fault[]) => {
    verdict = { ...verdict, broken: inOrder(faults) };
  };
  app.use(express.json({ strict: false }));
  for (const operation of contract.operations) {
    const path = `/v1${operation.path.replace(/\{(\w+)\}/g, ':$1')}`;
    app[operation.method](path, ...validatorsOf(operation), (request, response) => {
      const { params, query, body } = request;
      verdict = { values: { params: { ...params }, query: { ...query }, body }, broken: [] };
      response.status(operation.creates ? 201 : 200);
      if (Buffer.isBuffer(answer)) response.type('json').send(answer);
      else response.json(answer);
    });
  }
  const refuse: ErrorRequestHandler = (error, _request, response, _next) => {
    verdict = { refused: inOrder(error.errors ?? [{ path: '', message: String(error) }]) };
    response.status(error.status ?? 500).end();
  };
  app.use(refuse);
  return async ({ operation, values, answer: given }: Case): Promise<Verdict> => {
    const filled = operation.path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(values.params[name]));
    answer = given;
    verdict = {};
    await injectInto(app, {
      method: operation.method.toUpperCase() as 'GET',
      url: `/v1${filled}?${new URLSearchParams(values.query)}`,
      payload: values.body === undefined ? undefined : JSON.stringify(values.body),
      headers: values.body === undefined ? {} : { 'content-type': 'application/json' },
    });
    return verdict;
  };
}

/** Requests and answers, good and bad: each operation in turn, with its own examples and with changed ones. */
function cases(): Case[] {
  // Neither validator checks answers that are files only.
  const operations = contract.operations.filter(({ answersJson }) => answersJson);
  return Array.from({ length: CASES }, (_, i) => {
    const operation = operations[i % operations.length];
    const chance = new Chance(keyOf(`case ${i}`));
    return {
      operation,
      values: valuesFor(operation, chance),
      answer: changed(example(operation.examples, chance), chance),
    };
  });
}

const WRONG = [
  '',
  '-1',
  '0',
  '1.5',
  '7',
  '99',
  '1e3',
  'true',
  'long',
  'KO',
  '2024-02-30',
  '2024-06-28',
  'x'.repeat(501),
  '€',
  ' 7',
];

function valuesFor({ parameters, body }: ContractOperation, chance: Chance): RequestValues {
  const params: Record<string, string> = {};
  const query: Record<string, string> = {};
  for (const { name, in: place, required, schema, example: only, examples } of parameters) {
    const shown = [only, ...Object.values(examples ?? {}).map(({ value }) => value), ...(schema.enum ?? [])];
    const good = shown.filter((value) => value !== undefined).map(String);
    const value = chance.of(0.85) || place === 'path' ? chance.from(good) : chance.from(WRONG);
    if (place === 'path') params[name] = chance.of(0.95) ? value : 'x'.repeat(41);
    else if (required ? chance.of(0.97) : chance.of(0.3)) query[name] = value;
  }
  const sent = body === null ? undefined : changed(example(body.examples, chance), chance);
  return { params, query, body: sent };
}

function example(examples: ContractOperation['examples'], chance: Chance): unknown {
  return structuredClone(chance.from(Object.values(examples)).value);
}

/** The value; in half of the cases, one part of it is changed, added or removed. */
function changed(value: unknown, chance: Chance): unknown {
  if (chance.of(0.5)) return value;
  let at = value;
  while (typeof at === 'object' && at !== null && Object.keys(at).length > 0) {
    const holder = at as Record<string, unknown>;
    const key = chance.from(Object.keys(holder));
    const inside = holder[key];
    if (typeof inside === 'object' && inside !== null && chance.of(0.8)) at = inside;
    else {
      change(holder, key, chance);
      return value;
    }
  }
  return value;
}

function change(holder: Record<string, unknown>, key: string, chance: Chance): void {
  if (chance.of(0.3)) delete holder[key];
  else if (Array.isArray(holder) || chance.of(0.7))
    holder[key] = chance.from([-1, 1.5, 1e17, true, 'many', '2024-02-30', [], {}, ['x'], null]);
  else holder.no_such_field = 1;
}

class Chance {
  private drawn = 0;

  constructor(private readonly key: number) {}

  of(share: number): boolean {
    return uniformAt(this.key, this.drawn++) < share;
  }

  from<T>(values: readonly T[]): T {
    return values[bitsAt(this.key, this.drawn++) % values.length];
  }
}
