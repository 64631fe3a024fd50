import type { Answer } from './exchange';

/** Fields of answers to what makes something, and the parameter that takes it. */
const PARAMETERS: Readonly<Record<string, string>> = {
  saved_scan_id: 'saved_scan_id',
  calendar_link_id: 'calendar_link_id',
  export_id: 'export_id',
  key_id: 'key_id',
  session_id: 'session_id',
  webhook_id: 'webhook_id',
  event_id: 'event_id',
  url: 'calendar_file',
};

/** What accounts made in the course of a recording, the newest last. */
export class Ids {
  private readonly known = new Map<string, string[]>();

  /** @param parameter of the contract @returns undefined when the account has none */
  last(account: string, parameter: string): string | undefined {
    return this.known.get(`${account} ${parameter}`)?.at(-1);
  }

  /** Notes what an answer tells of: what a POST made, and what a DELETE took away. */
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
      if (typeof value === 'string' && parameter !== undefined) this.note(`${account} ${parameter}`, gone, value);
      else this.walk(account, gone, value);
    }
  }

  private note(name: string, gone: boolean, value: string): void {
    const isFile = name.endsWith('calendar_file');
    if (isFile && !value.endsWith('.ics')) return;
    const id = isFile ? value.split('/').at(-1)! : value;
    const others = (this.known.get(name) ?? []).filter((one) => one !== id);
    this.known.set(name, gone ? others : [...others, id]);
  }
}
