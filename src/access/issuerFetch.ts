import type { OutgoingAnswer, OutgoingClient } from '../http/outgoing';

/** Metadata, keys and tokens have some kilobytes. */
const MAX_BYTES = 512 * 1024;
const LIMIT_MS = 5_000;
/** Answers whose Response may have no body (Fetch, "null body status"). */
const WITHOUT_BODY = new Set([101, 103, 204, 205, 304]);

/** The options that jose and openid-client pass to a custom fetch. */
export interface IssuerRequest {
  readonly method?: string;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export type IssuerFetch = (url: string, options: IssuerRequest) => Promise<Response>;

/**
 * A fetch for all requests to a token issuer. Its metadata may name any address: apart from the issuer's host, which the
 * operator has chosen, only public https addresses are called. Redirects are not followed.
 */
export function issuerFetch(issuer: URL, outgoing: OutgoingClient): IssuerFetch {
  return async (address, { method = 'GET', headers, body, signal }) => {
    const url = new URL(address);
    const isIssuerHost =
      url.hostname === issuer.hostname && (url.protocol === 'https:' || url.origin === issuer.origin);
    if (!isIssuerHost && url.protocol !== 'https:')
      throw new Error(`${url.origin} is named by the identity provider, and is not https`);
    const answer = await outgoing.send({
      url,
      method: methodOf(method),
      headers: Object.fromEntries(new Headers(headers)),
      body: textOf(body),
      allowPrivate: isIssuerHost,
      limitMs: LIMIT_MS,
      maxBytes: MAX_BYTES,
      closesConnection: true,
      signal,
    });
    return responseOf(answer);
  };
}

function methodOf(method: string): 'GET' | 'POST' {
  if (method === 'GET' || method === 'POST') return method;
  throw new Error(`an issuer is sent GET and POST only, not ${method}`);
}

function textOf(body: unknown): string | undefined {
  if (body === null || body === undefined) return undefined;
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error('only forms are sent to an identity provider');
}

function responseOf({ status, headers: received, body }: OutgoingAnswer): Response {
  const names = ['content-type', 'www-authenticate', 'cache-control'];
  const headers = names.flatMap((name): [string, string][] => (received[name] ? [[name, received[name]]] : []));
  return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(body), { status, headers });
}
