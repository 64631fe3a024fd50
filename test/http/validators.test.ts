import express, { type ErrorRequestHandler, type Express } from 'express';
import { middleware } from 'express-openapi-validator';
import { bitsAt, keyOf, uniformAt } from '../../src/core/statistics/random';
import { compileValidators, validatorOptions } from '../../src/http/compiledValidators';
import { type ContractOperation, contractOf, loadContract } from '../../src/openapi/document';
import { askInProcess } from '../../src/http/inProcess';
import type { Fault, OperationValidators, RequestValues } from '../../src/http/operationValidator';
import { openContract } from '../../src/openapi/document';
import { storedValidators } from '../../src/http/storedValidators';

/** What a validator says of a request and, when it takes that, of an answer. */
interface Verdict {
  readonly values?: RequestValues;
  readonly refused?: readonly Fault[];
  readonly broken?: readonly Fault[];
}

interface Case {
  readonly operation: ContractOperation;
  readonly values: RequestValues;
  readonly answer: unknown;
}

const CASES = 2_000;
const contract = loadContract();
const stored = storedValidators(contract)!;

test('the generated validators say what the middleware of express-openapi-validator says', async () => {
  const asked = longWay();
  const seen = { refused: 0, broken: 0, fine: 0 };
  for (const [i, one] of cases().entries()) {
    const verdict = ask(stored, one);
    expect({ i, id: one.operation.id, ...verdict }).toEqual({ i, id: one.operation.id, ...(await asked(one)) });
    seen[verdict.refused ? 'refused' : verdict.broken!.length > 0 ? 'broken' : 'fine'] += 1;
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(CASES / 8);
});

test('a contract that was edited since is read by express-openapi-validator, and says the same', async () => {
  const edited = contractOf(`${contract.text}\n# edited\n`);
  expect(storedValidators(edited)).toBeNull();
  const { validators } = await openContract(edited);
  for (const one of cases().slice(0, CASES / 4)) expect(ask(validators, one)).toEqual(ask(stored, one));
});

test('what the edit says is what counts', async () => {
  const edited = contractOf(contract.text.replaceAll('maximum: 98', 'maximum: 97'));
  const validators = await compileValidators(edited);
  const years = (count: string) => ({ params: { symbol: 'KO' }, query: { years: count }, body: undefined });
  expect(validators.analyzeSymbol.request(years('98'))).toMatchObject({ faults: [{ path: '/query/years' }] });
  expect(validators.analyzeSymbol.request(years('97'))).toMatchObject({ values: { query: { years: 97 } } });
  expect(stored.analyzeSymbol.request(years('98'))).toMatchObject({ values: { query: { years: 98 } } });
});

function ask(validators: OperationValidators, { operation, values, answer }: Case): Verdict {
  const validator = validators[operation.id];
  const asked = validator.request(structuredClone(values));
  if ('faults' in asked) return { refused: inOrder(asked.faults) };
  const { params, query, body } = asked.values;
  return { values: { params, query, body }, broken: inOrder(validator.response(answer) ?? []) };
}

/** That a date of an answer is no text is said in other words by the package, which would write a Date as one. */
function inOrder(faults: readonly Fault[]): Fault[] {
  const told = faults.map(({ path, message }) => {
    return { path, message: message.replace(/^(format is invalid|must be string)$/, 'no text') };
  });
  return told.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** The package's middleware on routes of Express, as its own manual shows it. */
function longWay(): (one: Case) => Promise<Verdict> {
  let verdict: Verdict = {};
  let answer: unknown;
  const options = validatorOptions(contract.document);
  const onError = (error: { errors: readonly Fault[] }) => {
    verdict = { ...verdict, broken: inOrder(error.errors) };
  };
  const app: Express = express();
  app.use(express.json({ strict: false }));
  app.use(middleware({ ...options, validateResponses: { onError } as never }));
  for (const { method, path } of contract.operations) {
    app[method](`/v1${path.replace(/\{(\w+)\}/g, ':$1')}`, (request, response) => {
      const { params, query, body } = request;
      verdict = {
        values: { params: { ...params } as Record<string, string>, query: { ...query }, body },
        broken: [],
      };
      response.json(answer);
    });
  }
  const refuse: ErrorRequestHandler = (error, _request, response, _next) => {
    verdict = { refused: inOrder(error.errors) };
    response.status(error.status).end();
  };
  app.use(refuse);
  return async ({ operation, values, answer: given }) => {
    const filled = operation.path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(values.params[name]));
    const query = new URLSearchParams(values.query as Record<string, string>);
    answer = given;
    verdict = {};
    await askInProcess(app, {
      method: operation.method.toUpperCase(),
      url: `/v1${filled}?${query}`,
      body: values.body,
    });
    return verdict;
  };
}

/** Requests and answers, good and bad: each operation in turn, with its own examples and with what was done to them. */
function cases(): Case[] {
  // What answers files alone has no answer that either would look at.
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

/** The value, half of the time with one thing in it that is another, one too many or one too few. */
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
