import type { Answer } from './exchange';

/** Fields of answers with a new id, and the parameter that takes the id. */
const PARAMETERS: Readonly<Record<string, string>> = {
  saved_scan_id: 'saved_scan_id',
  calendar_link_id: 'calendar_link_id',
  table_link_id: 'table_link_id',
  export_id: 'export_id',
  key_id: 'key_id',
  session_id: 'session_id',
  webhook_id: 'webhook_id',
  event_id: 'event_id',
};

/** Parameters that take the last part of a URL, by its extension. */
const FILES: readonly (readonly [extension: string, parameter: string])[] = [
  ['.ics', 'calendar_file'],
  ['.csv', 'table_file'],
];

/** Ids that accounts created during a recording, the newest last. */
export class Ids {
  private readonly known = new Map<string, string[]>();

  /** @param parameter of the contract @returns undefined when the account has none */
  last(account: string, parameter: string): string | undefined {
    return this.known.get(`${account} ${parameter}`)?.at(-1);
  }

  /** Notes the id that a POST created or a DELETE removed. */
  read(account: string, method: string, { body }: Answer): void {
    if (method !== 'POST' && method !== 'DELETE') return;
    let answered: unknown;
    try {
      answered = JSON.parse(body.toString('utf8'));
    } catch {
      return;
    }
    this.walk(account, method === 'DELETE', answered);
  }

  private walk(account: string, gone: boolean, node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    for (const [field, value] of Object.entries(node)) {
      const parameter = PARAMETERS[field];
      const [, file] = (field === 'url' && FILES.find(([extension]) => String(value).endsWith(extension))) || [];
      if (typeof value === 'string' && parameter !== undefined) this.note(`${account} ${parameter}`, gone, value);
      else if (file !== undefined) this.note(`${account} ${file}`, gone, String(value).split('/').at(-1)!);
      else this.walk(account, gone, value);
    }
  }

  private note(name: string, gone: boolean, id: string): void {
    const others = (this.known.get(name) ?? []).filter((one) => one !== id);
    this.known.set(name, gone ? others : [...others, id]);
  }
}
