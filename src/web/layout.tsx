import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { simulated } from './api/client';
import { useSession } from './api/session';
import { settings } from './settings';
import { useStore } from './state/store';
import { ThemeToggle } from './ui/theme';

const NAVIGATION = [
  ['/', 'Scan'],
  ['/compare', 'Compare'],
  ['/basket', 'Basket'],
  ['/calendar', 'Calendar'],
  ['/daily-pick', 'Daily pick'],
  ['/markets', 'Markets'],
  ['/method', 'Method'],
] as const;

/** Header, navigation, sandbox banner and footer around every page. */
export function Layout({ children }: { children: ComponentChildren }) {
  const [location] = useLocation();
  const [open, setOpen] = useState(false);
  const session = useSession();
  useEffect(() => setOpen(false), [location]);
  const isCurrent = (path: string) => (path === '/' ? location === '/' : location.startsWith(path));
  const current = (path: string) => (isCurrent(path) ? 'page' : undefined);
  return (
    <>
      <a class="skip" href="#content">
        To the content
      </a>
      <header class="top">
        <div class="top-inner">
          <Link href="/" class="brand">
            Perennial
          </Link>
          <button type="button" class="button menu-button" aria-expanded={open} onClick={() => setOpen(!open)}>
            Menu
          </button>
          <nav aria-label="Pages" class={open ? 'open' : ''}>
            <ul>
              {NAVIGATION.map(([path, name]) => (
                <li key={path}>
                  <Link href={path} aria-current={current(path)}>
                    {name}
                  </Link>
                </li>
              ))}
              <li>
                {session.kind === 'account' ? (
                  <Link href="/account" aria-current={current('/account')}>
                    Account
                  </Link>
                ) : (
                  <Link href="/sign-in" aria-current={current('/sign-in')}>
                    Sign in
                  </Link>
                )}
              </li>
            </ul>
          </nav>
          <ThemeToggle />
        </div>
      </header>
      <SandboxBanner />
      <main id="content" class="content">
        {children}
      </main>
      <footer class="foot">
        <p>
          Educational, no personalised advice. Every number comes from the API:{' '}
          <a href={`${settings.base}/docs`}>reference</a>, <a href={`${settings.base}/guides`}>guides</a>,{' '}
          <Link href="/method">how numbers are computed</Link>.
        </p>
      </footer>
    </>
  );
}

/** Every page that may show simulated prices says so. */
function SandboxBanner() {
  if (useStore(simulated) !== true) return null;
  return (
    <aside class="banner" aria-label="Sandbox">
      <p>
        <strong>Sandbox: the prices are invented.</strong> Real tickers, simulated numbers, until prices of your own are
        imported.
      </p>
    </aside>
  );
}
