import { settings } from '../settings';
import { holdsSession } from './client';

/** The command that asks the same: who is signed in puts a key of theirs into the variable. */
export function curlOf(url: string, body?: unknown): string {
  const key =
    holdsSession() || settings.demo === null ? '"Authorization: Bearer $PERENNIAL_KEY"' : quoted(demoHeader());
  const sent = body === undefined ? '' : ` -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`;
  return `curl -H ${key}${sent} ${quoted(url)}`;
}

function demoHeader(): string {
  return `Authorization: Bearer ${settings.demo?.token ?? ''}`;
}

/** As one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
