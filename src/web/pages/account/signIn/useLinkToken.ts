import { useEffect, useState } from 'preact/hooks';
import { decoded } from '../../../routes';

const LINK = /^#token=(.+)$/s;

/** Reads the token and removes it from the URL, so that neither the browser's history nor a shared URL contains it. */
function takeToken(): string | null {
  const token = LINK.exec(location.hash)?.[1];
  if (token === undefined) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return decoded(token);
}

/** The token of the sign-in link, kept in memory only; null without one. */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(takeToken);
  useEffect(() => {
    // When this page is already open, a link changes the hash only and loads nothing.
    const update = () => setToken((before) => takeToken() ?? before);
    window.addEventListener('hashchange', update);
    // The URL may have changed between the first render and this effect.
    update();
    return () => window.removeEventListener('hashchange', update);
  }, []);
  return token;
}
