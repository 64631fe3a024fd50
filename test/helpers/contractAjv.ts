import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { contract } from './shell';

/** A separate validator of the same document, independent of that of the server. */
const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }), { mode: 'full' });
ajv.addSchema({ ...contract.document, $id: 'openapi' });

const compiled = new Map<string, ValidateFunction>();

/** The faults of a value against the schema at a JSON pointer into openapi.yaml; empty when it is valid. */
export function faultsAgainst(pointer: string, value: unknown): string[] {
  let validate = compiled.get(pointer);
  if (validate === undefined) {
    validate = ajv.compile({ $ref: `openapi#${pointer}` });
    compiled.set(pointer, validate);
  }
  return validate(value) ? [] : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`);
}

/** Pointer to the schema of the successful answer of an operation. */
export function bodyPointer(path: string, method = 'get', media = 'application/json'): string {
  const status = '201' in contract.document.paths[path][method].responses ? 201 : 200;
  return `/paths/${pointerKey(path)}/${method}/responses/${status}/content/${pointerKey(media)}/schema`;
}

export const ERROR_POINTER = '/components/schemas/ErrorBody';

function pointerKey(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}
