/* Generated from openapi.yaml by `npm run generate`. Do not edit. */
/** The client of Perennial: one method an operation, over openapi-fetch and the types of the contract. */
import createClient from 'openapi-fetch';
import { OPERATIONS, PAGES, VERSION, } from './operations.js';
import { PerennialError } from './errors.js';
import { sendPatiently } from './retries.js';
import { readSettings } from './settings.js';
export { PerennialError } from './errors.js';
export { VERSION };
/**
 * A client for one server and one key. Operations that may be repeated are, after a 429, a 502, 503 or 504, or when there
 * was no answer, as long as `Retry-After` and the deadline allow; an answer whose `ml` is null is an answer.
 *
 * @throws TypeError when a setting is missing or wrong
 */
export function createPerennial(options = {}) {
    const { retries = 3, timeoutMs = 30_000, deadlineMs = 90_000 } = options;
    const { baseUrl, apiKey } = readSettings(options);
    const client = createClient({
        baseUrl,
        headers: { Authorization: `Bearer ${apiKey}` },
        // A key is for the server that it was given for.
        redirect: 'manual',
    });
    const callOf = (entry) => {
        return async (args = {}, { accept = entry.accept[0], signal, onHeaders, ...own } = {}) => {
            const patience = {
                retries: entry.repeatable ? retries : 0,
                timeoutMs,
                deadlineMs: own.deadlineMs ?? deadlineMs,
                signal,
                fetch: options.fetch ?? ((request) => fetch(request)),
            };
            const { path, query, header, body } = sorted(entry, args);
            const asked = {
                params: { path, query, header },
                ...(body !== undefined && { body }),
                ...(accept !== undefined && { headers: { Accept: accept } }),
                parseAs: 'stream',
                fetch: (request) => sendPatiently(request, patience),
            };
            // The operation is chosen by its name, so that its types are beyond the compiler: `Call` holds them.
            const { response } = await client.request(entry.method, entry.path, asked);
            onHeaders?.(response.headers);
            return decoded(response);
        };
    };
    const calls = Object.fromEntries(Object.entries(OPERATIONS).map(([id, entry]) => [id, callOf(entry)]));
    const iterators = Object.entries(PAGES).map(([name, { operation, rows }]) => [name, pager(calls[operation], rows)]);
    return { ...calls, ...Object.fromEntries(iterators) };
}
/** Reads pages one after the other, each when the one before is used up. */
function pager(call, rows) {
    return async function* (args = {}, options) {
        let cursor = args.cursor;
        do {
            const page = (await call({ ...args, cursor }, options));
            yield* page[rows];
            cursor = page.next_cursor ?? undefined;
        } while (cursor !== undefined);
    };
}
/** Arguments by where they are sent. @throws TypeError for one that the operation does not have, and for a path that leads elsewhere */
function sorted({ id, places }, { body, ...args }) {
    const all = { path: {}, query: {}, header: {}, body };
    for (const [name, value] of Object.entries(args)) {
        const place = places[name];
        if (place === undefined)
            throw new TypeError(`${id} takes no '${name}', but ${Object.keys(places).join(', ')}`);
        if (place === 'path' && /^\.{0,2}$/.test(String(value)))
            throw new TypeError(`'${value}' cannot be a ${name}`);
        if (value !== undefined)
            all[place][name] = value;
    }
    return all;
}
async function decoded(response) {
    if (response.body === null)
        return undefined;
    const [media = ''] = (response.headers.get('Content-Type') ?? '').split(';');
    if (/^text\/|ndjson$/.test(media))
        return response.text();
    if (!/[/+]json$/.test(media))
        return new Uint8Array(await response.arrayBuffer());
    const text = await response.text();
    try {
        return JSON.parse(text);
    }
    catch (cause) {
        throw PerennialError.of(response, { code: 'unexpected_answer', message: 'The answer is no JSON.', cause });
    }
}
