import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** The SDK's own client, connected over Streamable HTTP with a key. */
export async function connectClient(url: string, key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return client;
}

/** Posts a message, or a batch of them, without the SDK. @param headers those of the caller */
export function postMessage(url: string, message: unknown, headers: Readonly<Record<string, string>>) {
  const types = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  return fetch(`${url}/mcp`, { method: 'POST', headers: { ...types, ...headers }, body });
}

interface ToolAnswer {
  /** The first text. */
  readonly text: string;
  readonly texts: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: the body of any operation
  readonly body: any;
  /** The parsed text of a tool error; null for a success. */
  readonly error: { code: string; message: string; retry_after_seconds?: number } | null;
}

export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
  const texts = result.content.map((part) => (part.type === 'text' ? part.text : ''));
  const error = result.isError ? JSON.parse(texts[0]).error : null;
  return { text: texts[0], texts, body: result.structuredContent, error };
}
