import { type JsonObject, parseContract, resolveRef, withoutKeywords } from '../src/http/contract';
import type { ToolSchema, ToolSchemas } from '../src/mcp/schemas';
import type { Tool } from '../src/mcp/tool';
import { TOOLS } from '../src/mcp/tools';

/**
 * What the tools of the agent interface take and give, as JSON Schema, read from the contract: input from parameters and
 * body, output from the 200.
 *
 * @param contract openapi.yaml as written
 */
export function buildToolSchemas(contract: string): string {
  const { document } = parseContract(contract);
  const tools = Object.fromEntries(TOOLS.map((tool) => [tool.name, schemaOf(document, tool)]));
  const schemas: ToolSchemas = { version: document.info.version, tools };
  return `${JSON.stringify(schemas, null, 1)}\n`;
}

/** @throws Error for an operation or an argument that the contract does not have */
function schemaOf(document: JsonObject, tool: Tool): ToolSchema {
  const { method, path, operation } = operationOf(document, tool);
  const parameters = parametersOf(document, operation);
  const bodySchema = bodyOf(document, operation);
  const properties = { ...parameters.properties, ...bodySchema?.properties };
  const named = [...(tool.only ?? []), ...Object.keys(tool.defaults), ...Object.keys(tool.fixed)];
  const unknown = named.filter((name) => !(name in properties));
  if (unknown.length > 0) throw new Error(`${tool.name}: ${tool.operation} has no argument ${unknown.join(', ')}`);
  const shown = Object.keys(properties).filter(
    (name) => !(name in tool.fixed) && (tool.only === undefined || tool.only.includes(name)),
  );
  const required = [...parameters.required, ...(bodySchema?.required ?? [])].filter((name) => shown.includes(name));
  const inputSchema = {
    type: 'object',
    properties: Object.fromEntries(shown.map((name) => [name, withDefault(properties[name], tool.defaults[name])])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
  return {
    method,
    path,
    pathArguments: parameters.path,
    hasBody: bodySchema !== null,
    inputSchema: bundled(document, inputSchema),
    outputSchema: outputOf(document, operation),
  };
}

function operationOf(document: JsonObject, tool: Tool) {
  for (const [path, item] of Object.entries(document.paths as JsonObject)) {
    for (const [method, operation] of Object.entries(item as JsonObject)) {
      if ((operation as JsonObject).operationId !== tool.operation) continue;
      return { path, method: method.toUpperCase() as ToolSchema['method'], operation: operation as JsonObject };
    }
  }
  throw new Error(`${tool.name}: openapi.yaml has no operation ${tool.operation}`);
}

function parametersOf(document: JsonObject, operation: JsonObject) {
  const all: JsonObject[] = (operation.parameters ?? []).map((node: JsonObject) => resolveRef(document, node));
  const properties = all.map(({ name, description, schema }) => [
    name,
    { ...resolveRef(document, schema), ...(description !== undefined && { description }) },
  ]);
  return {
    properties: Object.fromEntries(properties) as JsonObject,
    required: all.filter(({ required }) => required === true).map(({ name }) => name as string),
    path: all.filter((parameter) => parameter.in === 'path').map(({ name }) => name as string),
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

/** A tool's output is an object; the contract may say so only in the branches of a choice. */
function outputOf(document: JsonObject, operation: JsonObject): JsonObject {
  const schema = resolveRef(document, operation.responses['200'].content['application/json'].schema);
  // Agents pay for every token: what a field of an answer means, the method says (resource perennial://methodology), and
  // its bounds tell them nothing.
  return withoutKeywords(bundled(document, { type: 'object', ...schema }), /^(description|minimum|maximum)$/);
}

function withDefault(schema: JsonObject, value: unknown): JsonObject {
  return value === undefined ? schema : { ...schema, default: value };
}

const COMPONENT = '#/components/schemas/';

/** The schema with the components it refers to, so that it stands alone. Extensions and examples stay behind. */
function bundled(document: JsonObject, schema: JsonObject): JsonObject {
  const needed = new Map<string, unknown>();
  const local = (node: JsonObject): JsonObject => {
    const text = JSON.stringify(withoutKeywords(node, /^(x-.*|examples?)$/), (key, value) =>
      key === '$ref' ? localReference(value) : value,
    );
    return JSON.parse(text);
  };
  const localReference = (ref: string): string => {
    const name = ref.slice(COMPONENT.length);
    if (!ref.startsWith(COMPONENT)) throw new Error(`cannot bundle ${ref}`);
    if (!needed.has(name)) {
      needed.set(name, null);
      needed.set(name, local(document.components.schemas[name]));
    }
    return `#/$defs/${name}`;
  };
  const root = local(schema);
  return needed.size > 0 ? { ...root, $defs: Object.fromEntries(needed) } : root;
}
