import { type Contract, withoutKeywords } from '../src/openapi/document';

/** Of a schema, what a form has no use for. */
const UNUSED = /^(x-(?!accepted)|examples?$|title$)/;

/**
 * What the controls of the pages are made of: by operation its parameters and the schema of its body, with bounds,
 * choices, defaults and descriptions as the contract has them.
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
