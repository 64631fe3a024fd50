import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { buildPythonClient } from '../../../scripts/clients/pythonClient';
import { docstring, pythonName, pythonType } from '../../../scripts/clients/pythonTypes';
import { clientSurface } from '../../../scripts/clients/surface';
import { describeWith, PYTHON } from '../../helpers/installed';
import { contract } from '../../helpers/shell';
import { tempFolder } from '../../helpers/tempFolder';

/** A contract with everything that is awkward for generators. */
const AWKWARD = {
  openapi: '3.1.0',
  info: { title: 'Awkward', version: '9.8.7' },
  security: [{ bearerKey: [] }, { sessionCookie: [] }],
  paths: {
    '/things/{from}': {
      get: {
        operationId: 'listThings',
        summary: 'Lists "things"',
        description: 'A \\ and """quotes""" */ all.',
        parameters: [
          { name: 'from', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'class', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'accept', in: 'query', schema: { type: 'boolean' } },
          { name: 'format', in: 'query', schema: { type: 'string', enum: ['json', 'csv'] } },
          { $ref: '#/components/parameters/RangeHead' },
        ],
        responses: {
          200: {
            content: {
              'text/csv': { schema: { type: 'string' } },
              'application/json': { schema: { $ref: '#/components/schemas/Thing' } },
              'application/x-ndjson': { schema: { type: 'string' } },
              'application/vnd.apache.parquet': { schema: { type: 'string', format: 'binary' } },
            },
          },
          404: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Unseen' } } } },
        },
      },
      delete: { operationId: 'endThings', deprecated: true, responses: { 204: { description: 'Gone.' } } },
    },
    '/orders': {
      post: {
        operationId: 'makeOrder',
        'x-repeatable': true,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
        },
        responses: { 201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Alias' } } } } },
      },
      patch: {
        operationId: 'changeOrder',
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { 202: { content: { 'application/json': { schema: { type: 'object' } } } }, 204: {} },
      },
    },
    '/account': { get: { operationId: 'getOwn', security: [{ sessionCookie: [] }], responses: { 200: {} } } },
  },
  webhooks: {
    happened: {
      post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Event' } } } } },
    },
  },
  components: {
    securitySchemes: { bearerKey: { type: 'http', scheme: 'bearer' } },
    parameters: { RangeHead: { name: 'Range', in: 'header', description: 'Bytes.', schema: { type: 'string' } } },
    schemas: {
      Alias: { $ref: '#/components/schemas/Either' },
      Either: {
        oneOf: [{ $ref: '#/components/schemas/Thing' }, { $ref: '#/components/schemas/Words' }, { type: 'null' }],
      },
      Words: { type: 'array', items: { $ref: '#/components/schemas/Word' } },
      Word: { type: ['string', 'null'], enum: ['a"b', 'c\\d', null] },
      Thing: {
        type: 'object',
        description: 'A thing.',
        required: ['from', 'id'],
        properties: {
          from: { type: 'string' },
          id: { type: 'integer' },
          'x-odd': { type: ['number', 'null'], description: 'Odd.' },
          none: { type: 'null' },
          any: {},
          fixed: { const: true },
          map: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Word' } },
          self: { $ref: '#/components/schemas/Thing' },
        },
      },
      Event: {
        allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object', properties: { more: { type: 'boolean' } } }],
      },
      Base: { type: 'object', required: ['at'], properties: { at: { type: 'string' } } },
      Unseen: { type: 'object', properties: {} },
      Nowhere: { type: 'string' },
    },
  },
};

const folder = tempFolder();
const pythonFolders = [tempFolder(), tempFolder()];
const surface = clientSurface(AWKWARD);
const ofId = (id: string) => surface.operations.find((operation) => operation.id === id);

test('the clients have the operations that take a key, and the schemas that these need', () => {
  expect(surface.leftOut).toEqual(['getOwn']);
  expect(surface.operations.map(({ id, repeatable }) => [id, repeatable])).toEqual([
    ['listThings', true],
    ['endThings', true],
    ['makeOrder', true],
    ['changeOrder', false],
  ]);
  expect(Object.keys(surface.document.paths)).toEqual(['/things/{from}', '/orders']);
  const schemas = ['Alias', 'Either', 'Words', 'Word', 'Thing', 'Event', 'Base', 'Unseen'];
  expect(Object.keys(surface.document.components.schemas)).toEqual(schemas);
});

test('media types are chosen by Accept, JSON by default', () => {
  const { answers, parameters } = ofId('listThings')!;
  expect([...answers.keys()]).toEqual([
    'application/json',
    'text/csv',
    'application/x-ndjson',
    'application/vnd.apache.parquet',
  ]);
  expect(parameters.map(({ name, in: place }) => [name, place])).toEqual([
    ['from', 'path'],
    ['class', 'query'],
    ['accept', 'query'],
    ['Range', 'header'],
  ]);
  expect(ofId('endThings')).toMatchObject({ mayBeEmpty: true, deprecated: true, answers: new Map() });
});

test('a body that is not JSON is refused when the clients are generated', () => {
  const upload = { operationId: 'upload', requestBody: { content: { 'text/csv': {} } }, responses: {} };
  expect(() => clientSurface({ ...AWKWARD, paths: { '/x': { post: upload } } })).toThrow(/upload: .*JSON/);
});

test('reads, searches and requests for what is made once may be retried; other creations may not', () => {
  const { operations } = clientSurface(contract.document);
  const posts = operations.filter(({ method }) => method === 'POST' || method === 'PATCH');
  const repeatable = posts.filter((operation) => operation.repeatable).map(({ id }) => id);
  expect(repeatable).toEqual(['scoreSetups', 'runPortfolioScenarios', 'createExport']);
});

test.each([
  ['scanMarkets', 'scan_markets'],
  ['from', 'from_'],
  ['X-Odd', 'x_odd'],
  ['2nd', '_2nd'],
  ['None', 'none'],
  ['lambda', 'lambda_'],
])('%s is %s in Python', (name, want) => {
  expect(pythonName(name)).toBe(want);
});

test.each<[schema: object, want: string]>([
  [{ type: ['string', 'null'] }, 'Optional[str]'],
  [{ type: ['integer', 'string', 'null'] }, 'Optional[Union[int, str]]'],
  [{ anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] }, 'Optional[A]'],
  [{ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'number' } }] }, 'Union[str, List[float]]'],
  [{ enum: ['a', null] }, 'Optional[Literal["a"]]'],
  [{ enum: [1, 2] }, 'Literal[1, 2]'],
  [{ const: false }, 'Literal[False]'],
  [{ type: 'string', format: 'binary' }, 'bytes'],
  [{ type: 'object' }, 'Dict[str, Any]'],
  [{}, 'Any'],
])('%j is %s in Python', (schema, want) => {
  expect(pythonType(schema, (name) => name)).toBe(want);
});

test('no text can end a docstring', () => {
  expect(docstring(['ends """ here\\'], '')).toBe(`"""ends ''' here\\\\"""\n`);
  expect(docstring(['says "so"'], '')).toBe(`"""says "so" """\n`);
});

test('the TypeScript client of an awkward contract compiles', async () => {
  // In a process of its own: the generator of types is an ES module.
  writeFileSync(join(folder, 'contract.json'), JSON.stringify(AWKWARD));
  const code = `
    const { readFileSync, writeFileSync } = require('node:fs');
    const { clientSurface } = require('./scripts/clients/surface');
    const { buildTypescriptClient } = require('./scripts/clients/typescriptClient');
    const folder = ${JSON.stringify(folder)};
    const contract = JSON.parse(readFileSync(folder + '/contract.json', 'utf8'));
    buildTypescriptClient(clientSurface(contract)).then((files) => {
      for (const [name, text] of Object.entries(files)) writeFileSync(folder + '/' + name, text);
    });`;
  const root = join(__dirname, '../../..');
  const run = spawnSync(process.execPath, ['--import', 'tsx', '-e', code], { cwd: root, encoding: 'utf8' });
  expect(run.stderr).toBe('');
  const use = join(folder, 'use.ts');
  writeFileSync(
    use,
    `import { createPerennial } from './perennial.js';
    const client = createPerennial({ baseUrl: '', apiKey: '' });
    export async function use() {
      const thing: { id: number } = await client.listThings({ from: 'a', class: ['b'], Range: 'bytes=0-' });
      const csv: string = await client.listThings({ from: 'a' }, { accept: 'text/csv' });
      const bytes: Uint8Array = await client.listThings({ from: 'a' }, { accept: 'application/vnd.apache.parquet' });
      const ended: undefined = await client.endThings();
      const maybe: Record<string, never> | undefined = await client.changeOrder();
      const made = await client.makeOrder({ body: { from: 'a', id: 1 } });
      // @ts-expect-error the media type is chosen by accept
      await client.listThings({ from: 'a', format: 'csv' });
      // @ts-expect-error a body is required
      await client.makeOrder();
      return { thing, csv, bytes, ended, maybe, made };
    }`,
  );
  const program = ts.createProgram([use], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    strict: true,
    noEmit: true,
    skipDefaultLibCheck: true,
    types: [],
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    paths: { 'openapi-fetch': [join(root, 'node_modules/openapi-fetch')] },
  });
  const faults = ts.getPreEmitDiagnostics(program).map((one) => ts.flattenDiagnosticMessageText(one.messageText, '\n'));
  expect(faults).toEqual([]);
});

describeWith(
  PYTHON,
  { name: 'in Python', install: 'Python 3.9 or later (Debian: apt-get install python3)' },
  (python) => {
    /** The output of a program that imports the client of a contract. */
    function said(document: object, program: string): string {
      const folder = pythonFolders.pop()!;
      for (const [name, text] of Object.entries(buildPythonClient(clientSurface(document as never)))) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      const run = spawnSync(python, ['-W', 'error', '-c', program], { cwd: folder, encoding: 'utf8' });
      expect(run.stderr).toBe('');
      return run.stdout.trim();
    }

    const HINTS = `
import typing, perennial_client, perennial_client.client as client, perennial_client.models as models
hints = {name: typing.get_type_hints(getattr(models, name)) for name in models.__all__ if isinstance(getattr(models, name), type)}
methods = {name: typing.get_type_hints(one) for name, one in vars(client.Perennial).items() if callable(one)}
`;

    test('all types of the awkward contract can be resolved', () => {
      const program = `${HINTS}
print(perennial_client.__version__)
print(sorted(hints["Thing"]), sorted(models.Thing.__required_keys__))
print(sorted(hints["Event"]), sorted(models.Event.__required_keys__))
print(sorted(methods["list_things"]))
print(methods["list_things"]["return"] == typing.Union[models.Thing, str, bytes])
print(methods["end_things"]["return"], methods["make_order"]["return"] == models.Either)
print(client.Perennial.list_things.__doc__.split("\\n")[2].strip())
`;
      expect(said(AWKWARD, program).split('\n')).toEqual([
        '9.8.7',
        "['any', 'fixed', 'from', 'id', 'map', 'none', 'self', 'x-odd'] ['from', 'id']",
        "['at', 'more'] ['at']",
        "['accept', 'accept_', 'class_', 'deadline', 'from_', 'on_headers', 'range', 'return']",
        'True',
        "<class 'NoneType'> True",
        "A \\ and '''quotes''' */ all.",
      ]);
    });

    test('all types of the contract can be resolved', () => {
      expect(Number(said(contract.document, `${HINTS}\nprint(len(hints))`))).toBeGreaterThan(100);
    });
  },
);
