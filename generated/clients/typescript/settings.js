/* Generated from openapi.yaml by `npm run generate`. Do not edit. */
/** The given settings, or else those of the environment. @throws TypeError that names the missing or invalid one, never the key */
export function readSettings(given) {
    return { baseUrl: baseUrlOf(given), apiKey: apiKeyOf(given) };
}
function baseUrlOf(given) {
    const platform = globalThis;
    const name = given.baseUrl === undefined ? 'PERENNIAL_URL' : 'baseUrl';
    const url = (given.baseUrl ?? fromEnvironment('baseUrl', name)).replace(/\/+$/, '');
    if (!isHttp(url, platform.location?.href))
        throw new TypeError(`${name} must be an http or https URL, not '${url}'`);
    // The variable holds the URL of the service, as for `perennial mcp`.
    return given.baseUrl === undefined && !url.endsWith('/v1') ? `${url}/v1` : url;
}
/** @param page URL of the page in a browser, where a URL may be relative */
function isHttp(url, page) {
    try {
        return /^https?:$/.test(new URL(url, page).protocol);
    }
    catch {
        return false;
    }
}
function apiKeyOf(given) {
    const name = given.apiKey === undefined ? 'PERENNIAL_API_KEY' : 'apiKey';
    const key = given.apiKey ?? fromEnvironment('apiKey', name);
    if (!/^[\x21-\x7e]+$/.test(key))
        throw new TypeError(`${name} must be one word, as the server issued it`);
    return key;
}
function fromEnvironment(option, variable) {
    const platform = globalThis;
    const value = platform.process?.env?.[variable]?.trim();
    if (!value)
        throw new TypeError(`${option} is missing: pass it, or set ${variable}`);
    return value;
}
