/* Generated from openapi.yaml by `npm run generate`. Do not edit. */
/** The client of Perennial: one method per operation, over openapi-fetch and the types of the contract. */
import createClient from 'openapi-fetch';
import { OPERATIONS, PAGES, VERSION, } from './operations.js';
import { PerennialError } from './errors.js';
import { sendPatiently } from './retries.js';
import { readSettings } from './settings.js';
export { PerennialError } from './errors.js';
export { VERSION };
/**
 * A client for one server and one key. Operations that are safe to repeat are retried after a 429, 502, 503 or 504 and after
 * connection errors, as far as `Retry-After` and the deadline allow. A successful answer is never retried.
 *
 * @throws TypeError when a setting is missing or wrong
 */
export function createPerennial(options = {}) {
    const { retries = 3, timeoutMs = 30_000, deadlineMs = 90_000 } = options;
    const { baseUrl, apiKey } = readSettings(options);
    const client = createClient({
        baseUrl,
        headers: { Authorization: `Bearer ${apiKey}` },
        // A redirect would send the key to another server.
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
            const init = {
                params: { path, query, header },
                ...(body !== undefined && { body }),
                ...(accept !== undefined && { headers: { Accept: accept } }),
                parseAs: 'stream',
                fetch: (request) => sendPatiently(request, patience),
            };
            // The compiler cannot know the types of an operation that is selected by its name: `Call` declares them.
            const { response } = await client.request(entry.method, entry.path, init);
            onHeaders?.(response.headers);
            return decoded(response);
        };
    };
    const calls = Object.fromEntries(Object.entries(OPERATIONS).map(([id, entry]) => [id, callOf(entry)]));
    const iterators = Object.entries(PAGES).map(([name, { operation, rows }]) => [name, pager(calls[operation], rows)]);
    return { ...calls, ...Object.fromEntries(iterators) };
}
/** Requests each page after all rows of the previous one were read. */
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
/** The arguments by place. @throws TypeError for an unknown argument, and for a path parameter that would change the path */
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
        throw PerennialError.of(response, { code: 'unexpected_answer', message: 'The answer is not JSON.', cause });
    }
}
