import { curlOf } from '../api/curl';
import { CopyButton } from './copyButton';

/** How a program asks what the page has asked. */
export function Curl({ url, body }: { url: string; body?: unknown }) {
  const command = curlOf(url, body);
  return (
    <details>
      <summary>As curl</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{command}</pre>
      <CopyButton text={command} label="Copy as curl" />
    </details>
  );
}
