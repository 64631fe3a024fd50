import {
  ErrorCode,
  type GetPromptResult,
  McpError,
  type Prompt,
  type ReadResourceResult,
  type Resource,
} from '@modelcontextprotocol/sdk/types.js';
import type { Output } from '../operation';
import type { CallV1 } from './call';
import { errorOf } from './result';

/** JSON-RPC code of the protocol for a resource that does not exist. */
const RESOURCE_NOT_FOUND = -32002;
const REFUSED = -32000;

type Methodology = Output<'getMethodology'>;

interface ResourceText extends Resource {
  readonly mimeType: string;
  readonly text: (methodology: Methodology) => string;
}

/** Both are read from GET /methodology with the caller's credentials; a read counts as one request. */
const RESOURCES: readonly ResourceText[] = [
  {
    uri: 'perennial://methodology',
    name: 'methodology',
    title: 'Methodology',
    description: 'What every number means: definitions, the edge score, what chance alone does, limitations.',
    mimeType: 'application/json',
    text: (methodology) => JSON.stringify(methodology),
  },
  {
    uri: 'perennial://disclaimer',
    name: 'disclaimer',
    title: 'Disclaimer',
    description: 'What the numbers are not. Repeat it when you pass them on.',
    mimeType: 'text/plain',
    text: ({ disclaimer }) => disclaimer,
  },
];

/** The result of resources/list. */
export const RESOURCE_LIST: readonly Resource[] = RESOURCES.map(({ text: _, ...resource }) => resource);

/** @throws McpError for an unknown resource, or with the refusal of /v1 */
export async function readResource(uri: string, call: CallV1, signal: AbortSignal): Promise<ReadResourceResult> {
  const resource = RESOURCES.find((resource) => resource.uri === uri);
  if (resource === undefined) {
    throw new McpError(
      RESOURCE_NOT_FOUND,
      `Unknown resource; there are ${RESOURCES.map((resource) => resource.uri).join(', ')}.`,
    );
  }
  const answer = await call({ method: 'GET', url: '/v1/methodology' }, signal);
  if (answer.status !== 200) {
    const error = errorOf(answer);
    throw new McpError(REFUSED, error.message, error);
  }
  return { contents: [{ uri, mimeType: resource.mimeType, text: resource.text(answer.body as Methodology) }] };
}

const HONESTY =
  'Keep to the numbers of the tools. Say for each setup how many years of how many were won, its worst year and its ' +
  'edge score; call neutral setups neutral. A win rate is history, not a probability: among many windows some won ' +
  'nine years of ten by luck. End with the disclaimer in one sentence. This is education, not advice.';

interface PromptText extends Prompt {
  readonly text: (values: Readonly<Record<string, string>>) => string;
}

const PROMPTS: readonly PromptText[] = [
  {
    name: 'weekly_digest',
    title: 'Weekly seasonal digest',
    description: 'The setups that begin in the next two weeks, as a digest of one page.',
    arguments: [{ name: 'markets', description: 'Comma-separated market ids or names; by default the equities core.' }],
    text: ({ markets }) =>
      'Write a digest of the seasonal setups that begin in the next two weeks. Call whoami for the plan, then ' +
      `find_best_opportunities with window=next_2_weeks, rank_by=edge, view=decision${markets ? `, markets=${markets}` : ''}. Group by ` +
      'direction, strongest first, at most five; for the first one call analyze_symbol with its entry_date and ' +
      `days_out (its hold_days) and view=evidence, and list its years. ${HONESTY}`,
  },
  {
    name: 'deep_dive',
    title: 'Deep dive into one symbol',
    description: 'The seasonal history of one symbol, and how far it can be trusted.',
    arguments: [{ name: 'symbol', description: 'Ticker.', required: true }],
    text: ({ symbol }) =>
      `Examine the seasonality of ${symbol}. Call analyze_symbol with view=full; then the same window (its market id, ` +
      'direction and entry_date, hold_days as days_out) with years=20 and with pe_cycle=pe, to see whether it holds over more years and in this ' +
      'position of the presidential cycle. Show the years one by one, best and worst, and read perennial://methodology ' +
      `where a number needs explaining. Say plainly what speaks against the setup. ${HONESTY}`,
  },
];

/** The result of prompts/list. */
export const PROMPT_LIST: readonly Prompt[] = PROMPTS.map(({ text: _, ...prompt }) => prompt);

/** @throws McpError for an unknown prompt or a missing argument */
export function promptOf(name: string, values: Readonly<Record<string, string>> = {}): GetPromptResult {
  const prompt = PROMPTS.find((prompt) => prompt.name === name);
  if (prompt === undefined) {
    const names = PROMPTS.map((prompt) => prompt.name).join(', ');
    throw new McpError(ErrorCode.InvalidParams, `Unknown prompt '${name}'; there are ${names}.`);
  }
  const missing = prompt.arguments?.find((argument) => argument.required && !values[argument.name]?.trim());
  if (missing) throw new McpError(ErrorCode.InvalidParams, `${name} needs the argument ${missing.name}.`);
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text(values) } }],
  };
}
