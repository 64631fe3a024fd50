import type { RequestHandler } from 'express';
import { internal, invalidRequest } from '../errors';
import type { ContractOperation, ParameterSchema } from './document';
import { MOST_FAULTS, refusalMessage } from './messages';

/** The id of the market that a text names, by id, name or alias; undefined when it names none. */
export type MarketNamed = (text: string) => string | undefined;

/**
 * Puts the id in place of every market that the input names, wherever it stands: in the path, the query or the body. Behind
 * this step a market is an id.
 */
export function nameMarkets({ parameters, body }: ContractOperation, marketNamed: MarketNamed): RequestHandler[] {
  const named = parameters.filter(({ schema }) => schema['x-market'] === true);
  const bodySchema = body !== null && mentionsMarket(body.schema) ? body.schema : null;
  if (named.length === 0 && bodySchema === null) return [];
  const name: RequestHandler = (_request, { locals: { input } }, next) => {
    if (input === undefined) throw internal('a request without input');
    const search = new MarketSearch(marketNamed);
    for (const { name: parameter, schema } of named) {
      if (input[parameter] !== undefined) input[parameter] = search.replaced(schema, input[parameter], parameter);
    }
    if (bodySchema !== null) input.body = search.replaced(bodySchema, input.body, '');
    if (search.faults.length > 0) throw invalidRequest(search.faults.join(' '));
    next();
  };
  return [name];
}

function mentionsMarket({ 'x-market': isMarket, properties = {}, items, anyOf = [] }: ParameterSchema): boolean {
  const inner = [...Object.values(properties), ...anyOf, ...(items ? [items] : [])];
  return isMarket === true || inner.some(mentionsMarket);
}

class MarketSearch {
  readonly faults: string[] = [];

  constructor(private readonly marketNamed: MarketNamed) {}

  /**
   * What came, valid by its schema, with ids for names.
   *
   * @param name `positions[0].market`; empty for the body itself
   */
  replaced(schema: ParameterSchema, value: unknown, name: string): unknown {
    if (this.faults.length >= MOST_FAULTS) return value;
    if (schema['x-market'] === true) return this.idOf(schema, String(value), name);
    const form = formOf(schema, value);
    if (Array.isArray(value)) {
      const { items } = form;
      return items === undefined ? value : value.map((item, i) => this.replaced(items, item, `${name}[${i}]`));
    }
    if (typeof value !== 'object' || value === null) return value;
    const inside = name === '' ? '' : `${name}.`;
    const fields = Object.entries(value).map(([field, one]) => {
      const property = form.properties?.[field];
      return [field, property === undefined ? one : this.replaced(property, one, inside + field)];
    });
    return Object.fromEntries(fields);
  }

  private idOf(schema: ParameterSchema, text: string, name: string): string {
    const id = this.marketNamed(text);
    if (id === undefined) this.faults.push(refusalMessage({ name, schema }, text));
    return id ?? text;
  }
}

/** Of a choice of forms, the one that came. */
function formOf(schema: ParameterSchema, value: unknown): ParameterSchema {
  const type = Array.isArray(value) ? 'array' : typeof value;
  return schema.anyOf?.find((form) => form.type === type) ?? schema;
}
