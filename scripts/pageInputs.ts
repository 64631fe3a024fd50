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
        parameters.map(({ name, schema, ...rest }) => [
          name,
          { ...withoutKeywords(schema, UNUSED), description: descriptionOf(rest) ?? descriptionOf(schema) ?? '' },
        ]),
      ),
      ...(body && { body: withoutKeywords(body.schema, UNUSED) }),
    },
  ]);
  return `${JSON.stringify(Object.fromEntries(inputs), null, 1)}\n`;
}

function descriptionOf(node: object): string | undefined {
  return 'description' in node && typeof node.description === 'string' ? node.description : undefined;
}
