/* Generated from openapi.yaml by `npm run generate`. Do not edit. */
/** What is given, or else what the environment says. @throws TypeError that names what is missing or wrong, never the key */
export function readSettings(given) {
    return { baseUrl: baseUrlOf(given), apiKey: apiKeyOf(given) };
}
function baseUrlOf(given) {
    const platform = globalThis;
    const name = given.baseUrl === undefined ? 'PERENNIAL_URL' : 'baseUrl';
    const url = (given.baseUrl ?? fromEnvironment('baseUrl', name)).replace(/\/+$/, '');
    if (!isHttp(url, platform.location?.href))
        throw new TypeError(`${name} must be an http or https URL, not '${url}'`);
    // The variable is that of the service, which the agent interface over stdio reads too.
    return given.baseUrl === undefined && !url.endsWith('/v1') ? `${url}/v1` : url;
}
/** @param page of a browser, where an address may begin with a slash */
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
