import { inspect } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { ApiError, type ErrorBody, invalidRequest } from '../errors';
import { OutgoingClient } from '../http/outgoing';
import { retryAfterMs } from '../http/outgoingRetry';
import type { CallV1, V1Answer } from './call';
import { mcpServers } from './server';

/**
 * Speaks the agent interface over standard input and output, for the service that `env` names. Standard output belongs to
 * the protocol; everything else goes to `err`.
 *
 * @throws Error that names a wrong setting
 */
export async function serveOverStdio(
  env: Readonly<Record<string, string | undefined>>,
  err: (text: string) => void,
): Promise<void> {
  const settings = readRemoteSettings(env);
  let clientVersion: string | undefined;
  const server = mcpServers().create({
    call: remoteCalls(settings),
    clientVersion: () => clientVersion,
    onFault: (fault) => err(`${inspect(fault)}\n`),
  });
  const transport = new StdioServerTransport();
  await server.connect(transport);
  const { onmessage } = transport;
  transport.onmessage = (message) => {
    if (isInitializeRequest(message)) clientVersion = message.params.protocolVersion;
    onmessage?.(message);
  };
  // The client ends us by closing our input.
  process.stdin.once('end', () => void server.close());
}

/** The service behind the agent interface over stdio, and the key it uses. */
export interface RemoteSettings {
  /** Without /v1 and without a trailing slash. */
  readonly url: string;
  readonly key: string;
}

const DEFAULT_URL = 'http://localhost:8080';
const RETRY_SECONDS = 5;
/** The service's own time limits are much shorter. */
const LIMIT_MS = 300_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** @throws Error that names the wrong variable, never the key */
export function readRemoteSettings(env: Readonly<Record<string, string | undefined>>): RemoteSettings {
  const url = (env.PERENNIAL_URL?.trim() || DEFAULT_URL).replace(/\/+$/, '').replace(/\/v1$/, '');
  const key = env.PERENNIAL_API_KEY?.trim() ?? '';
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new Error(`PERENNIAL_URL must be an http or https URL; got '${url}'`);
  }
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error('PERENNIAL_API_KEY must be set to an API key of the service');
  return { url, key };
}

/** Sends requests to a service over HTTP. Without an answer the result is a 503 with Retry-After. */
function remoteCalls({ url, key }: RemoteSettings): CallV1 {
  const outgoing = new OutgoingClient();
  return async ({ method, url: path, body }, signal) => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    try {
      const answer = await outgoing.send({
        url: new URL(url + path),
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        // The user has chosen the service, which often runs on the same machine.
        allowPrivate: true,
        limitMs: LIMIT_MS,
        maxBytes: MAX_BYTES,
        compressed: true,
        signal,
      });
      // A redirect could leak the key to another server.
      if (answer.status >= 300 && answer.status < 400) return noAnswerFrom(url);
      const pause = retryAfterMs(answer.headers['retry-after'] ?? null, new Date());
      const retryAfter = pause === null ? null : Math.ceil(pause / 1000);
      const json = parsedJson(answer.body.toString('utf8'));
      if (json !== undefined) return { status: answer.status, body: json, retryAfter };
      // A proxy sends such a page while the service restarts.
      if (answer.status >= 500) return noAnswerFrom(url);
      throw invalidRequest(`PERENNIAL_URL (${url}) is not a service of this kind: its answer is no JSON.`);
    } catch (error) {
      if (signal.aborted || error instanceof ApiError) throw error;
      return noAnswerFrom(url);
    }
  };
}

function noAnswerFrom(url: string): V1Answer {
  const body: ErrorBody = {
    error: { code: 'upstream_unavailable', message: `No answer from the service at ${url}.` },
  };
  return { status: 503, body, retryAfter: RETRY_SECONDS };
}

/** Undefined if the text is no JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
