import type { ParsedUrlQuery } from 'node:querystring';
import { invalidRequest } from '../errors';
import type { ContractOperation, ContractParameter } from './document';
import { MOST_FAULTS, nearestName, quoted, refusalMessage } from './messages';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const INTEGER = /^[+-]?\d+$/;

/**
 * Refuses in the raw query what the validator would let pass or name badly: unknown and repeated parameters, empty
 * values, and numbers in a spelling only JavaScript knows (`0x0A`, a space). All faults at once. The query is as Node
 * parses it: a repeated parameter is an array.
 */
export function queryCheck(operation: ContractOperation): (query: ParsedUrlQuery) => void {
  const known = operation.parameters.filter((parameter) => parameter.in === 'query');
  return (query) => {
    const faults: string[] = [];
    for (const name in query) {
      faults.push(...faultOf(name, query[name], known, operation));
      if (faults.length >= MOST_FAULTS) break;
    }
    if (faults.length > 0) throw invalidRequest(faults.join(' '));
  };
}

function faultOf(
  name: string,
  value: unknown,
  known: readonly ContractParameter[],
  operation: ContractOperation,
): string[] {
  const parameter = known.find((one) => one.name === name);
  if (parameter === undefined) return [unknown(name, known, operation)];
  if (Array.isArray(value)) return [`${name} is given ${value.length} times; it is accepted once.`];
  if (value === '' && parameter.allowEmptyValue !== true) return [refusalMessage(parameter, '')];
  const { type } = parameter.schema;
  if (type === 'integer' && !INTEGER.test(String(value))) return [refusalMessage(parameter, value)];
  if (type === 'number' && !(NUMBER.test(String(value)) && Number.isFinite(Number(value)))) {
    return [refusalMessage(parameter, value)];
  }
  return [];
}

function unknown(name: string, known: readonly ContractParameter[], { path }: ContractOperation): string {
  const names = known.map((parameter) => parameter.name);
  const close = nearestName(name, names);
  const lead = `Unknown query parameter ${quoted(name)}`;
  if (close !== null) return `${lead}, did you mean '${close}'?`;
  return names.length === 0 ? `${lead}: ${path} takes none.` : `${lead}; accepted are ${names.join(', ')}.`;
}
