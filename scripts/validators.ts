import { join } from 'node:path';
import type { AnySchemaObject, Ajv as Library, ValidateFunction } from 'ajv';
import standaloneCode from 'ajv/dist/standalone';
import { build } from 'esbuild';
import { type LibraryValidators, libraryValidators } from '../src/http/compiledValidators';
import type { Contract, ContractOperation } from '../src/http/contract';
import { probeContract } from '../src/http/probe';
import { storedValidators } from '../src/http/storedValidators';

type Ajv = InstanceType<typeof Library>;

/**
 * The validators of express-openapi-validator as JavaScript, by the path of their file: the schemas that it makes of the
 * contract, compiled by its own instances of Ajv, with all that they need. `src/http/storedValidators.ts` reads them.
 *
 * @throws Error when the contract has something that they would not do as that package does, and when they refuse its own
 *   examples
 */
export async function buildValidators(contract: Contract): Promise<Record<string, string>> {
  for (const operation of contract.operations) refuseLists(operation);
  const { sha256, operations } = contract;
  const checks = await compileChecks(contract);
  const both = operations.map(({ id, body }) => {
    return [id, `{ parameters: p.${id}${body === null ? '' : `, body: b.${id}`} }`] as const;
  });
  const answers = operations.map(({ id, answersJson }) => [id, answersJson ? `r.${id}` : 'null'] as const);
  const files: Record<string, string> = {
    requestValidators: await bundle(sha256, { p: checks.parameters, b: checks.bodies }, both),
    responseValidators: await bundle(sha256, { r: checks.answers }, answers),
  };
  const load = (name: string) => {
    const module = { exports: {} };
    new Function('module', files[name])(module);
    return module.exports;
  };
  probeContract(contract, storedValidators(contract, load)!);
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`generated/${name}.js`, text]));
}

/** Texts that hold lists or objects are taken apart by the package's middleware, and by nobody else. */
function refuseLists({ id, parameters }: ContractOperation): void {
  const scalar = ['string', 'number', 'integer', 'boolean'];
  for (const { name, schema } of parameters) {
    if (!scalar.includes(schema.type ?? '')) throw new Error(`${id}: the parameter ${name} is not of a single value`);
  }
}

/** Modules of checks, one exported by the name of each operation. */
interface Checks {
  readonly parameters: string;
  readonly bodies: string;
  readonly answers: string;
}

async function compileChecks({ document, operations }: Contract): Promise<Checks> {
  const library = await libraryValidators(document);
  const { ajv, ajvBody } = library.requests as unknown as { ajv: Ajv; ajvBody: Ajv };
  const { ajvBody: ajvAnswer } = library.responses as unknown as { ajvBody: Ajv };
  const instances = { parameters: ajv, bodies: ajvBody, answers: ajvAnswer };
  const compiled = { parameters: tapped(ajv), bodies: tapped(ajvBody), answers: tapped(ajvAnswer) };
  const keys: Record<keyof Checks, Record<string, string>> = { parameters: {}, bodies: {}, answers: {} };
  for (const operation of operations) {
    compile(operation, library);
    for (const kind of ['parameters', 'bodies', 'answers'] as const) {
      const key = [...compiled[kind].keys()].at(-1);
      const { body, answersJson } = operation;
      const isKept = kind === 'bodies' ? body !== null : kind === 'parameters' || answersJson;
      if (isKept) keys[kind][operation.id] = key!;
    }
  }
  const codeOf = (kind: keyof Checks) => standaloneCode(instances[kind], keys[kind]);
  return { parameters: codeOf('parameters'), bodies: codeOf('bodies'), answers: codeOf('answers') };
}

/** Has the library compile the checks of an operation: its request, which may be refused, and its answer. */
function compile(operation: ContractOperation, { requests, responses, questionFor }: LibraryValidators): void {
  const question = questionFor(operation);
  try {
    void requests.validate(question, {} as never, () => {});
  } catch (error) {
    if ((error as { status?: number }).status !== 400) throw error;
  }
  if (!operation.answersJson) return;
  const { _responseSchema: answered } = question.openapi as unknown as {
    _responseSchema: { responses: Parameters<typeof responses._getOrBuildValidator>[1] };
  };
  responses._getOrBuildValidator(question, answered.responses);
}

/**
 * Makes an instance of Ajv keep the source of what it compiles, and compile a schema that many refer to once: the package
 * hands it each with the whole document, in which it would compile all anew.
 *
 * @returns what is compiled from here on, by the package's own keys
 */
function tapped(ajv: Ajv): ReadonlyMap<string, ValidateFunction> {
  Object.assign(ajv.opts.code, { source: true, esm: true });
  const compiled = new Map<string, ValidateFunction>();
  const { getSchema } = ajv;
  ajv.getSchema = ((key: string) => compiled.get(key) ?? getSchema.call(ajv, key)) as typeof getSchema;
  ajv.addSchema = ((schema: AnySchemaObject, key: string) => {
    const { paths, components, ...own } = schema;
    for (const component of Object.values(components.schemas)) dropWriters(component);
    dropWriters(own);
    compiled.set(key, ajv.compile(own));
    return ajv;
  }) as typeof ajv.addSchema;
  return compiled;
}

/** Dates of answers are texts already: what writes a Date as one is code that cannot be kept, and not needed. */
function dropWriters(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  delete (node as AnySchemaObject)['x-eov-res-serdes'];
  for (const child of Object.values(node)) dropWriters(child);
}

/** One CommonJS file that needs no package. */
async function bundle(
  sha256: string,
  modules: Readonly<Record<string, string>>,
  entries: readonly (readonly [string, string])[],
): Promise<string> {
  const imports = Object.keys(modules).map((name) => `import * as ${name} from 'check:${name}';`);
  const operations = entries.map(([id, value]) => `${id}: ${value}`).join(', ');
  const contents = `${imports.join('\n')}\nmodule.exports = { sha256: '${sha256}', operations: { ${operations} } };`;
  const root = join(__dirname, '..');
  const { outputFiles } = await build({
    ...{ stdin: { contents, resolveDir: root }, bundle: true, write: false, format: 'cjs', platform: 'node' },
    ...{
      target: 'node20',
      absWorkingDir: root,
      preserveSymlinks: true,
      minifyWhitespace: true,
      minifySyntax: true,
      legalComments: 'none',
      lineLimit: 200,
    },
    banner: { js: '/* Generated from openapi.yaml by `npm run generate`. Do not edit. */' },
    plugins: [
      {
        name: 'checks',
        setup(plugin) {
          plugin.onResolve({ filter: /^check:/ }, ({ path }) => ({ path: path.slice(6), namespace: 'check' }));
          plugin.onLoad({ filter: /./, namespace: 'check' }, ({ path }) => {
            return { contents: modules[path], resolveDir: root };
          });
        },
      },
    ],
  });
  return outputFiles[0].text;
}
