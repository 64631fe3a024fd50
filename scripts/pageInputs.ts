import { type Contract, withoutKeywords } from '../src/openapi/document';

/** Keywords of a schema that forms do not use. */
const UNUSED = /^(x-(?!accepted)|examples?$|title$)/;

/**
 * The inputs of the pages' controls: each operation's parameters and body schema, with the contract's bounds, choices,
 * defaults and descriptions.
 */
export function buildPageInputs({ operations }: Contract): string {
  const inputs = operations.map(({ id, parameters, body }) => [
    id,
    {
      parameters: Object.fromEntries(
        parameters.map(({ name, description, schema }) => [
          name,
          { ...withoutKeywords(schema, UNUSED), description: description ?? schema.description ?? '' },
        ]),
      ),
      ...(body && { body: withoutKeywords(body.schema, UNUSED) }),
    },
  ]);
  return `${JSON.stringify(Object.fromEntries(inputs), null, 1)}\n`;
}
