import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { PROJECT_ROOT } from '../../projectRoot';

/** The part of the contract that is read here. */
interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

/**
 * The validators of a thread by JSON pointer, compiled on first use: the first answer of an operation takes up to 80 ms longer.
 * Compiling all at the start would make each start half a second longer and take 30 MB.
 */
const validators = new Map<string, ValidateFunction>();
let compiler: { readonly ajv: Ajv2020; readonly pointers: ReadonlyMap<string, string> } | null = null;

/** Violations of the contract in the 200 answer of an operation; null without any. */
export function faultsOf(operation: string, body: object | string): object | null {
  return faultsBy(validatorOf(operation), body);
}

/** Violations of a named schema in a value; null without any. */
export function faultsOfSchema(name: string, value: object): object | null {
  return faultsBy(validatorAt(`/components/schemas/${name}`), value);
}

function faultsBy(validate: ValidateFunction, value: object | string): object | null {
  return validate(value) ? null : (validate.errors ?? []);
}

function validatorOf(operation: string): ValidateFunction {
  compiler ??= openContract();
  return validatorAt(compiler.pointers.get(operation)!);
}

function validatorAt(pointer: string): ValidateFunction {
  const compiled = validators.get(pointer);
  if (compiled) return compiled;
  compiler ??= openContract();
  const validate = compiler.ajv.compile({ $ref: `contract#${pointer}` });
  validators.set(pointer, validate);
  return validate;
}

function openContract() {
  const contract: Contract = JSON.parse(readFileSync(join(PROJECT_ROOT, 'generated', 'openapi.json'), 'utf8'));
  // Ajv ignores OpenAPI's own keywords, none of which affects validity.
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats(ajv, { mode: 'full' });
  ajv.addSchema(contract, 'contract');
  const pointers = Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId }]): [string, string][] => {
      // Threads build answers to questions; what creates something is answered on the main thread.
      const steps = ['paths', path, method, 'responses', '200', 'content', 'application/json', 'schema'];
      return operationId === undefined ? [] : [[operationId, steps.map(pointerStep).join('')]];
    }),
  );
  return { ajv, pointers: new Map(pointers) };
}

function pointerStep(name: string): string {
  return `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
}
