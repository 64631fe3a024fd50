import { TOOLS, type Tool, type ToolSchema, type ToolSchemas } from '../src/mcp/tools';
import {
  type Contract,
  type ContractOperation,
  contractOf,
  type JsonObject,
  resolveRef,
  withoutKeywords,
} from '../src/openapi/document';

/**
 * The argument schemas of the agent interface's tools, from the parameters and bodies of the contract. There are no output
 * schemas: an agent reads the answer itself, and the schemas of all tools would cost it 14,000 tokens.
 */
export function buildToolSchemas(document: JsonObject): string {
  const contract = contractOf(document);
  const tools = Object.fromEntries(TOOLS.map((tool) => [tool.name, schemaOf(contract, tool)]));
  const schemas: ToolSchemas = { version: document.info.version, tools };
  return `${JSON.stringify(schemas, null, 1)}\n`;
}

/** @throws Error for an operation or an argument that the contract does not have */
function schemaOf({ document, operations }: Contract, tool: Tool): ToolSchema {
  const operation = operations.find(({ id }) => id === tool.operation);
  if (operation === undefined) throw new Error(`${tool.name}: openapi.yaml has no operation ${tool.operation}`);
  const { method, path } = operation;
  const parameters = parametersOf(operation);
  const bodySchema = bodyOf(document, document.paths[path][method]);
  const properties = { ...parameters.properties, ...bodySchema?.properties };
  const { only = [], defaults, fixed, bounds } = tool;
  const named = [...only, ...[defaults, fixed, bounds(defaults)].flatMap(Object.keys)];
  const unknown = named.filter((name) => !(name in properties));
  if (unknown.length > 0) throw new Error(`${tool.name}: ${tool.operation} has no argument ${unknown.join(', ')}`);
  const shown = Object.keys(properties).filter(
    (name) => !(name in tool.fixed) && (tool.only === undefined || tool.only.includes(name)),
  );
  const required = [...parameters.required, ...(bodySchema?.required ?? [])].filter((name) => shown.includes(name));
  const argument = (name: string) => withOwn(tool, name, argumentSchema(document, properties[name]));
  const inputSchema = {
    type: 'object',
    properties: Object.fromEntries(shown.map((name) => [name, argument(name)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
  return {
    method: method.toUpperCase() as ToolSchema['method'],
    path,
    pathArguments: parameters.path,
    hasBody: bodySchema !== null,
    inputSchema,
  };
}

/** The parameters as fields of an object. */
function parametersOf({ parameters, headers }: ContractOperation) {
  // Tools read JSON.
  const all = [...parameters, ...headers].filter(({ name }) => name !== 'format' && name !== 'theme');
  const properties = all.map(({ name, description, schema }) => [
    name,
    { ...schema, ...(description !== undefined && { description }) },
  ]);
  return {
    properties: Object.fromEntries(properties) as JsonObject,
    required: all.filter(({ required }) => required === true).map(({ name }) => name),
    path: all.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
  };
}

/** The fields of the JSON body; where the contract takes an array or an object, those of the object. */
function bodyOf(document: JsonObject, operation: JsonObject): JsonObject | null {
  if (operation.requestBody === undefined) return null;
  const schema = resolveRef(document, operation.requestBody.content['application/json'].schema);
  const variants: JsonObject[] = [schema, ...(schema.oneOf ?? schema.anyOf ?? [])];
  const object = variants.map((node) => resolveRef(document, node)).find(({ type }) => type === 'object');
  if (object === undefined) throw new Error(`${operation.operationId}: its body has no form of an object`);
  return object;
}

/** The schema of an argument with the tool's own default and maximum, which is that of its defaults. */
function withOwn({ defaults, bounds }: Tool, name: string, schema: JsonObject): JsonObject {
  const bound = bounds(defaults)[name];
  return {
    ...schema,
    ...(name in defaults && { default: defaults[name] }),
    ...(bound && { [schema.type === 'array' ? 'maxItems' : 'maximum']: bound.most }),
  };
}

/** Bounds above this only protect the service and mean nothing to an agent. */
const TELLING_BOUND = 100_000;
const UNTOLD = /^(x-.*|examples?|pattern|minLength|maxLength)$/;

/**
 * A schema for agents. They pay for every token, and some do not follow references: references are resolved, descriptions are
 * cut to their first sentence, and keywords that only the service needs are removed.
 */
function argumentSchema(document: JsonObject, node: JsonObject): JsonObject {
  const { $ref: _, ...own } = node;
  const { description, properties, items, ...rest } = { ...resolveRef(document, node), ...own };
  const keywords = Object.entries(withoutKeywords(rest, UNTOLD));
  const fields = Object.entries((properties ?? {}) as JsonObject);
  return {
    ...Object.fromEntries(
      keywords.filter(([name, value]) => !/^m(in|ax)imum$/.test(name) || Math.abs(value) < TELLING_BOUND),
    ),
    ...(description !== undefined && { description: firstSentence(description) }),
    ...(properties && {
      properties: Object.fromEntries(fields.map(([name, field]) => [name, argumentSchema(document, field)])),
    }),
    ...(items && { items: argumentSchema(document, items) }),
  };
}

function firstSentence(text: string): string {
  return text.match(/^.+?\.(?=\s|$)/s)?.[0] ?? text;
}
