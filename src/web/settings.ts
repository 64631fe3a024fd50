/** What the server says of itself in the document that it sends (src/http/webPages.ts). */
export interface Settings {
  /** Path under which this server is reached, without a slash at the end. */
  readonly base: string;
  /** What visitors may ask with, and about which symbols; null where visitors may ask nothing. */
  readonly demo: { readonly token: string; readonly tickers: readonly string[] } | null;
}

const written = document.querySelector<HTMLMetaElement>('meta[name="settings"]')?.content;

export const settings: Settings = written ? JSON.parse(written) : { base: '', demo: null };
