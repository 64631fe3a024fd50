/**
 * Signs in and consents at the provider of test/children/identityProvider.ts, as a user in a browser, up to the redirect back.
 *
 * @returns the URL of that redirect
 */
export async function signInAs(login: string, start: URL, redirectUri: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = start;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 20; step++) {
    if (url.href.startsWith(redirectUri)) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      body: form,
      headers: { cookie },
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      cookies.set(name, value);
    }
    form = undefined;
    const next = response.headers.get('location');
    const page = await response.text();
    if (next !== null) {
      url = new URL(next, url);
      continue;
    }
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (action === undefined || prompt === undefined)
      throw new Error(`${response.status} ${url}: ${page.slice(0, 2000)}`);
    url = new URL(action, url);
    form = new URLSearchParams({ prompt, login, password: 'any' });
  }
  throw new Error('the sign-in does not end');
}
