import type { MarketKind } from '../core/calendar/market';
import type { Provider } from './provider';

/** What a provider calls a ticker of a kind; null when none of its rules fits. Tests: providers.test.ts. */
export function spelled({ spelling }: Provider, ticker: string, kind: MarketKind): string | null {
  for (const { kinds, pattern, as, letters, replace } of spelling) {
    if (kinds !== undefined && !kinds.includes(kind)) continue;
    const match = pattern.exec(ticker);
    if (match === null) continue;
    const text = as.replace(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? '');
    const cased = letters === 'lower' ? text.toLowerCase() : text;
    const changed = Object.entries(replace).reduce((now, [from, to]) => now.replaceAll(from, to), cased);
    return isSpelling(changed) ? changed : null;
  }
  return null;
}

/** One line of what symbols are written with; a path of its own would lead elsewhere on the provider's host. */
export function isSpelling(text: string): boolean {
  return /^[\w^$.:=&/-]{1,40}$/.test(text) && !/^\.+$/.test(text);
}
