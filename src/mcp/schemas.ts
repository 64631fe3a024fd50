import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../projectRoot';
import type { Tool } from './tool';
import { TOOLS } from './tools';

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema, passed on as it is
type JsonSchema = Record<string, any>;

/** The request of a tool's operation, and the schema of its arguments. */
export interface ToolSchema {
  readonly method: 'GET' | 'POST';
  /** As in the contract: `/analyze/{symbol}`. */
  readonly path: string;
  readonly pathArguments: readonly string[];
  /** Whether the arguments that are not in the path make the body, rather than the query. */
  readonly hasBody: boolean;
  readonly inputSchema: JsonSchema;
}

/** generated/mcpTools.json */
export interface ToolSchemas {
  /** Version of the contract. */
  readonly version: string;
  /** By the name of the tool. */
  readonly tools: Readonly<Record<string, ToolSchema>>;
}

export type ServedTool = Tool & ToolSchema;

const FILE = join(PROJECT_ROOT, 'generated/mcpTools.json');

/** The tools with their generated schemas. @throws Error when `npm run generate` was not run */
export function loadTools(): { readonly version: string; readonly tools: ReadonlyMap<string, ServedTool> } {
  const { version, tools } = JSON.parse(readFileSync(FILE, 'utf8')) as ToolSchemas;
  const served = TOOLS.map((tool): [string, ServedTool] => {
    if (tools[tool.name] === undefined) throw new Error(`${FILE} has no tool ${tool.name}: run \`npm run generate\``);
    return [tool.name, { ...tool, ...tools[tool.name] }];
  });
  return { version, tools: new Map(served) };
}
