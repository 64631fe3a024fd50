import { useEffect, useState } from 'preact/hooks';
import { decoded } from '../../../routes';

const LINK = /^#token=(.+)$/s;

/** The token in the address, which has it no more afterwards: neither the history of the browser nor a shared address keeps it. */
function takeToken(): string | null {
  const token = LINK.exec(location.hash)?.[1];
  if (token === undefined) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return decoded(token);
}

/** The token of the sign-in link that was followed; null without one. It is kept in memory only. */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(takeToken);
  useEffect(() => {
    // A link that is opened where this page stands already loads nothing.
    const look = () => setToken((before) => takeToken() ?? before);
    window.addEventListener('hashchange', look);
    // The address may have changed between the first drawing of the page and this effect.
    look();
    return () => window.removeEventListener('hashchange', look);
  }, []);
  return token;
}
