import { McpError, type ReadResourceResult, type Resource } from '@modelcontextprotocol/sdk/types.js';
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
