import { startChild } from './process';

/** The identity provider of test/children/identityProvider.ts, running. */
export interface Issuer {
  readonly issuer: string;
  ask(line: Record<string, unknown>): Promise<{ token: string; keysAsked: number }>;
}

export async function startIssuer(): Promise<Issuer> {
  const child = startChild('identityProvider');
  const { issuer } = JSON.parse(await child.line());
  return {
    issuer,
    async ask(line) {
      child.send(JSON.stringify(line));
      return JSON.parse(await child.line());
    },
  };
}

/** Registers the pages of a server with it (RFC 7591), and returns the settings for the server. */
export async function registered(
  issuer: string,
  publicUrl: string,
  method: 'client_secret_basic' | 'client_secret_post' | 'none' = 'client_secret_basic',
): Promise<Record<string, string>> {
  const answer = await fetch(`${issuer}/reg`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      redirect_uris: [`${publicUrl}/sign-in/callback`],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: method,
      application_type: 'native',
    }),
  });
  const { client_id, client_secret } = (await answer.json()) as { client_id: string; client_secret?: string };
  return {
    PUBLIC_URL: publicUrl,
    OAUTH_ISSUER: issuer,
    OAUTH_CLIENT_ID: client_id,
    OAUTH_NAME: 'Example ID',
    ...(client_secret !== undefined && { OAUTH_CLIENT_SECRET: client_secret }),
  };
}
