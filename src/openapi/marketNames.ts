import type { RequestHandler } from 'express';
import { inputOf } from '../http/locals';
import type { ContractOperation, ParameterSchema } from './document';
import { formOf, refusedMarket } from './refusals';

/** The id of the market with an id, name or alias; undefined if there is none. */
export type MarketNamed = (text: string) => string | undefined;

/** Replaces all market names in the input (path, query and body) by ids, so that handlers see ids only. */
export function nameMarkets({ parameters, body }: ContractOperation, marketNamed: MarketNamed): RequestHandler[] {
  const named = parameters.filter(({ schema }) => schema['x-market'] === true);
  const bodySchema = body !== null && mentionsMarket(body.schema) ? body.schema : null;
  if (named.length === 0 && bodySchema === null) return [];
  const name: RequestHandler = (_request, response, next) => {
    const input = inputOf(response);
    for (const { name: parameter, schema } of named) {
      if (input[parameter] !== undefined) input[parameter] = withIds(schema, input[parameter], parameter, marketNamed);
    }
    if (bodySchema !== null) input.body = withIds(bodySchema, input.body, '', marketNamed);
    next();
  };
  return [name];
}

function mentionsMarket({ 'x-market': isMarket, properties = {}, items, anyOf = [] }: ParameterSchema): boolean {
  const inner = [...Object.values(properties), ...anyOf, ...(items ? [items] : [])];
  return isMarket === true || inner.some(mentionsMarket);
}

/**
 * A valid value with its market names replaced by ids.
 *
 * @param name path of the value for messages: `positions[0].market`; empty for the body itself
 * @throws invalid_request for an unknown market
 */
function withIds(schema: ParameterSchema, value: unknown, name: string, marketNamed: MarketNamed): unknown {
  if (schema['x-market'] === true) {
    const id = marketNamed(String(value));
    if (id === undefined) throw refusedMarket(name, schema, String(value));
    return id;
  }
  const { items, properties = {} } = formOf(schema, value);
  if (Array.isArray(value)) {
    return items === undefined ? value : value.map((item, i) => withIds(items, item, `${name}[${i}]`, marketNamed));
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([field, one]) => {
    const path = name === '' ? field : `${name}.${field}`;
    return [field, Object.hasOwn(properties, field) ? withIds(properties[field], one, path, marketNamed) : one];
  });
  return Object.fromEntries(fields);
}
