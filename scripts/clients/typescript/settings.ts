/** The settings that a client requires. */
export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
}

interface Given {
  readonly baseUrl?: string;
  readonly apiKey?: string;
}

/** The parts of Node and of browsers that are read; other platforms have neither. */
interface Platform {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
  readonly location?: { readonly href: string };
}

/** The given settings, or else those of the environment. @throws TypeError that names the missing or invalid one, never the key */
export function readSettings(given: Given): Settings {
  return { baseUrl: baseUrlOf(given), apiKey: apiKeyOf(given) };
}

function baseUrlOf(given: Given): string {
  const platform: Platform = globalThis;
  const name = given.baseUrl === undefined ? 'PERENNIAL_URL' : 'baseUrl';
  const url = (given.baseUrl ?? fromEnvironment('baseUrl', name)).replace(/\/+$/, '');
  if (!isHttp(url, platform.location?.href)) throw new TypeError(`${name} must be an http or https URL, not '${url}'`);
  // The variable holds the URL of the service, as for `perennial mcp`.
  return given.baseUrl === undefined && !url.endsWith('/v1') ? `${url}/v1` : url;
}

/** @param page URL of the page in a browser, where a URL may be relative */
function isHttp(url: string, page: string | undefined): boolean {
  try {
    return /^https?:$/.test(new URL(url, page).protocol);
  } catch {
    return false;
  }
}

function apiKeyOf(given: Given): string {
  const name = given.apiKey === undefined ? 'PERENNIAL_API_KEY' : 'apiKey';
  const key = given.apiKey ?? fromEnvironment('apiKey', name);
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError(`${name} must be one word, as the server issued it`);
  return key;
}

function fromEnvironment(option: string, variable: string): string {
  const platform: Platform = globalThis;
  const value = platform.process?.env?.[variable]?.trim();
  if (!value) throw new TypeError(`${option} is missing: pass it, or set ${variable}`);
  return value;
}
