import { holdsSession } from '../api/client';
import { settings } from '../settings';
import { CopyButton } from './copyButton';

/** The request of the page as a curl command. */
export function Curl({ url, body }: { url: string; body?: unknown }) {
  const command = curlCommand(url, body);
  return (
    <details>
      <summary>As curl</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{command}</pre>
      <CopyButton text={command} label="Copy as curl" />
    </details>
  );
}

/** A curl command for a request. Account holders put one of their keys into the variable. */
function curlCommand(url: string, body?: unknown): string {
  const key =
    holdsSession() || settings.demo === null ? '"Authorization: Bearer $PERENNIAL_KEY"' : quoted(demoHeader());
  const data = body === undefined ? '' : ` -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`;
  return `curl -H ${key}${data} ${quoted(url)}`;
}

function demoHeader(): string {
  return `Authorization: Bearer ${settings.demo?.token ?? ''}`;
}

/** A text as one word of a shell command. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
