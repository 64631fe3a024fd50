import type { Answer, SentRequest } from './exchange';

/** Fields of answers with a new id, and the parameters that take it. */
export const ID_FIELDS: ReadonlySet<string> = new Set([
  'saved_scan_id',
  'calendar_link_id',
  'table_link_id',
  'export_id',
  'key_id',
  'session_id',
  'webhook_id',
  'event_id',
]);

/** Parameters that take the last part of a URL, by its extension. */
const FILES: Readonly<Record<string, string>> = { ics: 'calendar_file', csv: 'table_file' };

/** Ids that accounts created during a recording, the newest last. */
export class Ids {
  private readonly known = new Map<string, string[]>();

  /** @param parameter of the contract @returns undefined when the account has none */
  last(account: string, parameter: string): string | undefined {
    return this.known.get(`${account} ${parameter}`)?.at(-1);
  }

  /** Notes the ids that a POST created, or forgets those of a DELETE. */
  read(account: string, { method, url }: SentRequest, { body }: Answer): void {
    if (method === 'DELETE') this.forget(url);
    if (method !== 'POST') return;
    for (const [field, value] of fieldsIn(parsed(body.toString('utf8')))) {
      const [, file, extension] = (field === 'url' && /([^/]+\.(ics|csv))$/.exec(value)) || [];
      if (file !== undefined) this.note(`${account} ${FILES[extension]}`, file);
      else if (ID_FIELDS.has(field)) this.note(`${account} ${field}`, value);
    }
  }

  private note(name: string, id: string): void {
    const others = (this.known.get(name) ?? []).filter((one) => one !== id);
    this.known.set(name, [...others, id]);
  }

  private forget(url: string): void {
    for (const [name, ids] of this.known)
      this.known.set(
        name,
        ids.filter((id) => !url.includes(id)),
      );
  }
}

/** Every text in a JSON value with the name of its field; those of a list have the name of the list. */
export function* fieldsIn(node: unknown, field = ''): Generator<readonly [field: string, text: string]> {
  if (typeof node === 'string') yield [field, node];
  else if (typeof node === 'object' && node !== null) {
    for (const [name, child] of Object.entries(node)) yield* fieldsIn(child, Array.isArray(node) ? field : name);
  }
}

/** The value of a JSON text; undefined if it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
