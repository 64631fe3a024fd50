import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { CustomFetch, CustomFetchOptions } from 'openid-client';

/** Metadata, keys and tokens have some kilobytes. */
const MOST_BYTES = 512 * 1024;
/** Of a request to the provider, from its beginning to the end of the answer. */
const LIMIT_MS = 5_000;
/** Answers whose response may have no body (Fetch, "null body status"). */
const WITHOUT_BODY = new Set([101, 103, 204, 205, 304]);

/** Which addresses of the network may be called. */
export interface NetworkRule {
  /** @throws Error for a host that is itself an address which may not */
  readonly requirePublicHost: (url: URL) => void;
  /** Resolves names to those that may. */
  readonly lookupPublic: LookupFunction;
}

/**
 * Asks an identity provider, with an end to what its answers may hold and take. Its metadata may name any address: beside the
 * host of the issuer, which the operator has chosen, only those of the public internet are called, and only over https.
 * Redirects are not followed. Node's own client, because `fetch` cannot be told what to connect to.
 */
export function providerFetch(issuer: URL, network: NetworkRule): CustomFetch {
  return async (address, options) => {
    const url = new URL(address);
    const isOwn = url.hostname === issuer.hostname && (url.protocol === 'https:' || url.origin === issuer.origin);
    if (!isOwn) {
      if (url.protocol !== 'https:')
        throw new Error(`${url.origin} is named by the identity provider, and is not https`);
      network.requirePublicHost(url);
    }
    return responseOf(await opened(url, options, isOwn ? undefined : network.lookupPublic));
  };
}

function opened(url: URL, { method, headers, body, signal }: CustomFetchOptions, lookup?: LookupFunction) {
  const limit = AbortSignal.timeout(LIMIT_MS);
  const sent = body === null || body === undefined ? undefined : textOf(body);
  const options = {
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    // A connection of its own: it ends with the answer, and with it whatever the provider still sends.
    agent: false,
    ...(lookup && { lookup }),
  };
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, resolve);
    request.once('error', reject);
    request.end(sent);
  });
}

function textOf(body: NonNullable<CustomFetchOptions['body']>): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error('only forms are sent to an identity provider');
}

/** @throws Error for an answer that is longer than any should be, or does not end */
async function responseOf(answer: IncomingMessage): Promise<Response> {
  const { statusCode: status = 0 } = answer;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) throw new Error(`the identity provider answers more than ${MOST_BYTES} bytes`);
      chunks.push(chunk);
    }
  } finally {
    answer.destroy();
  }
  const headers = new Headers();
  for (const name of ['content-type', 'www-authenticate', 'cache-control']) {
    const value = answer.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return new Response(WITHOUT_BODY.has(status) ? null : Buffer.concat(chunks), { status, headers });
}
