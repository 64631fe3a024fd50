/** Settings that the server writes into the document (src/http/webPages.ts). */
export interface Settings {
  /** Path under which this server is reached, without a slash at the end. */
  readonly base: string;
  /** Token of visitors, and the symbols it covers; null when the server has no demo token. */
  readonly demo: { readonly token: string; readonly tickers: readonly string[] } | null;
}

const content = document.querySelector<HTMLMetaElement>('meta[name="settings"]')?.content;

export const settings: Settings = content ? JSON.parse(content) : { base: '', demo: null };
