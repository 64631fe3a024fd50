import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { PROJECT_ROOT } from '../../projectRoot';

/** What is looked at of the contract. */
interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

/** The validators of a thread, each compiled when first asked for, or ahead (`prepare`). */
const validators = new Map<string, ValidateFunction>();
let compiler: { readonly ajv: Ajv2020; readonly pointers: ReadonlyMap<string, string> } | null = null;

/** Compiles what `faultsOf` needs for some operations. */
export function prepareChecks({ operations }: { readonly operations: readonly string[] }): void {
  for (const operation of operations) validatorOf(operation);
  validatorAt('/components/schemas/Card');
}

/** What in the 200 of an operation breaks the contract; null = nothing. */
export function faultsOf(operation: string, body: object): object | null {
  return faultsBy(validatorOf(operation), body);
}

/** The same of a schema by its name. */
export function faultsOfSchema(name: string, value: object): object | null {
  return faultsBy(validatorAt(`/components/schemas/${name}`), value);
}

function faultsBy(validate: ValidateFunction, value: object): object | null {
  return validate(value) ? null : (validate.errors ?? []);
}

function validatorOf(operation: string): ValidateFunction {
  compiler ??= openContract();
  return validatorAt(compiler.pointers.get(operation)!);
}

function validatorAt(pointer: string): ValidateFunction {
  const known = validators.get(pointer);
  if (known) return known;
  compiler ??= openContract();
  const validate = compiler.ajv.compile({ $ref: `contract#${pointer}` });
  validators.set(pointer, validate);
  return validate;
}

function openContract() {
  const contract: Contract = JSON.parse(readFileSync(join(PROJECT_ROOT, 'generated', 'openapi.json'), 'utf8'));
  // Of OpenAPI's own keywords none changes what is valid.
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats(ajv, { mode: 'full' });
  ajv.addSchema(contract, 'contract');
  const pointers = Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId }]): [string, string][] => {
      const steps = ['paths', path, method, 'responses', '200', 'content', 'application/json', 'schema'];
      return operationId === undefined ? [] : [[operationId, steps.map(pointerStep).join('')]];
    }),
  );
  return { ajv, pointers: new Map(pointers) };
}

function pointerStep(name: string): string {
  return `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
}
