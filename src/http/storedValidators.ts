import type { OperationId } from '../operation';
import type { Contract } from './contract';
import { type Fault, NO_JSON, type OperationValidator, type OperationValidators } from './operationValidator';

/** A schema compiled by Ajv. Keeps what it found until it is called again. */
interface Check {
  (data: unknown): boolean;
  readonly errors?: readonly AjvFault[] | null;
}

interface AjvFault {
  readonly instancePath: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** generated/requestValidators.js and responseValidators.js (scripts/validators.ts). */
interface StoredChecks<Checks> {
  /** Of the text of openapi.yaml that they were made of. */
  readonly sha256: string;
  readonly operations: Readonly<Record<OperationId, Checks>>;
}

interface Stored {
  readonly requestValidators: StoredChecks<RequestChecks>;
  /** Null for an operation that answers no JSON. */
  readonly responseValidators: StoredChecks<Check | null>;
}

interface RequestChecks {
  readonly parameters: Check;
  /** Of an operation that takes a body. */
  readonly body?: Check;
}

/**
 * The validators made by `npm run generate`. They do what express-openapi-validator would with a request whose
 * operation is known: the same schemas, compiled by the same Ajv with the same settings, and the same faults
 * (test/http/validators.test.ts asks both). What is not the same: an answer must hold dates as text, where that package
 * would write a Date as one.
 *
 * @param load a file of generated/ by its name; null when there is none
 * @returns null when there are none, or none of this contract
 */
export function storedValidators(
  { sha256, operations }: Contract,
  load: (name: keyof Stored) => unknown = readStored,
): OperationValidators | null {
  const requests = load('requestValidators') as Stored['requestValidators'] | null;
  const responses = load('responseValidators') as Stored['responseValidators'] | null;
  if (requests?.sha256 !== sha256 || responses?.sha256 !== sha256) return null;
  const entries = operations.map(({ id }) => [id, validatorOf(requests.operations[id], responses.operations[id])]);
  return Object.fromEntries(entries);
}

/** Named in full, so that they are found when the program is made one file. */
function readStored(name: keyof Stored): unknown {
  try {
    return name === 'requestValidators'
      ? require('../../generated/requestValidators.js')
      : require('../../generated/responseValidators.js');
  } catch {
    return null;
  }
}

function validatorOf({ parameters, body }: RequestChecks, answer: Check | null): OperationValidator {
  return {
    request(values) {
      const data = { params: { ...values.params }, query: { ...values.query }, headers: NO_HEADERS, body: values.body };
      const faults = [...faultsOf(parameters, data), ...(body === undefined ? [] : faultsOf(body, data))];
      return faults.length === 0 ? { values: data } : { faults };
    },
    response(given) {
      if (answer === null) return NO_JSON;
      if (given === undefined || given === null) return [{ path: '/response', message: 'response body required.' }];
      const faults = faultsOf(answer, { response: given });
      return faults.length === 0 ? null : faults;
    },
  };
}

/** The contract has no parameters in headers. */
const NO_HEADERS = {};

function faultsOf(check: Check, data: unknown): Fault[] {
  return check(data) ? [] : (check.errors ?? []).map(faultOf);
}

function faultOf({ instancePath, message = '', params }: AjvFault): Fault {
  const { missingProperty, additionalProperty, allowedValues } = params;
  const name = missingProperty ?? additionalProperty;
  return {
    path: name === undefined ? instancePath : `${instancePath}/${name}`,
    message: Array.isArray(allowedValues) ? `${message}: ${allowedValues.join(', ')}` : message,
  };
}
