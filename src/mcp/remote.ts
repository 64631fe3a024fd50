import { ApiError, type ErrorBody, invalidRequest } from '../errors';
import type { CallV1 } from './call';

/** Where the agent interface over stdio finds its service, and as whom it asks. */
export interface RemoteSettings {
  /** Without /v1 and without a slash at the end. */
  readonly url: string;
  readonly key: string;
}

const DEFAULT_URL = 'http://localhost:8080';
const RETRY_SECONDS = 5;

/** @throws Error that names what is missing or wrong, never the key */
export function readRemoteSettings(env: Readonly<Record<string, string | undefined>>): RemoteSettings {
  const url = (env.PERENNIAL_URL?.trim() || DEFAULT_URL).replace(/\/+$/, '').replace(/\/v1$/, '');
  const key = env.PERENNIAL_API_KEY?.trim() ?? '';
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new Error(`PERENNIAL_URL must be an http or https URL; got '${url}'`);
  }
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error('PERENNIAL_API_KEY must be set to an API key of the service');
  return { url, key };
}

/** Asks a service over HTTP. What it answers is passed on; that it does not answer is an error to wait and retry. */
export function remoteCalls({ url, key }: RemoteSettings): CallV1 {
  return async (request, signal) => {
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    const headers = { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) };
    try {
      // A redirect could lead the key to somebody else.
      const response = await fetch(url + request.url, {
        method: request.method,
        headers,
        body,
        redirect: 'error',
        signal,
      });
      const retryAfter = response.headers.get('retry-after');
      const seconds = retryAfter === null ? null : Number(retryAfter);
      return { status: response.status, body: parsed(await response.text(), url), retryAfter: seconds };
    } catch (error) {
      if (signal.aborted || error instanceof ApiError) throw error;
      return { status: 503, body: noAnswerFrom(url), retryAfter: RETRY_SECONDS };
    }
  };
}

function noAnswerFrom(url: string): ErrorBody {
  return { error: { code: 'upstream_unavailable', message: `No answer from the service at ${url}.` } };
}

function parsed(text: string, url: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidRequest(`PERENNIAL_URL (${url}) is not a service of this kind: its answer is no JSON.`);
  }
}
