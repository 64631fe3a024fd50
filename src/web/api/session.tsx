import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { settings } from '../settings';
import { useStore } from '../state/store';
import { holdsSession, sessionRefused } from './client';

/** Who uses the pages; `over` = the server has refused the session since the page was loaded. */
export type Session =
  | { readonly kind: 'visitor'; readonly demo: typeof settings.demo }
  | { readonly kind: 'account'; readonly over: boolean };

const Context = createContext<Session>({ kind: 'visitor', demo: settings.demo });

export function SessionProvider({ children }: { children: ComponentChildren }) {
  const refused = useStore(sessionRefused);
  const session: Session = holdsSession()
    ? { kind: 'account', over: refused > 0 }
    : { kind: 'visitor', demo: settings.demo };
  return <Context.Provider value={session}>{children}</Context.Provider>;
}

export function useSession(): Session {
  return useContext(Context);
}
