import type { FunctionComponent } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { Route, Router, Switch, useLocation } from 'wouter-preact';
import { SessionProvider } from './api/session';
import { Layout } from './layout';
import { NotFound } from './pages/notFound';
import ScanPage from './pages/scan/scanPage';
import { ROUTES } from './routes';
import { settings } from './settings';
import { Notice } from './ui/notice';
import { Skeleton } from './ui/skeleton';

interface PageModule {
  readonly default: FunctionComponent;
}

/** The scan page is part of the entry bundle; every other page is a module that is fetched when it is first opened. */
const PAGES: readonly (readonly [string, FunctionComponent])[] = [
  [ROUTES.scan, ScanPage],
  [ROUTES.symbol, lazy(() => import('./pages/symbol/symbolPage'))],
  [ROUTES.compare, lazy(() => import('./pages/compare/comparePage'))],
  [ROUTES.basket, lazy(() => import('./pages/basket/basketPage'))],
  [ROUTES.calendar, lazy(() => import('./pages/calendar/calendarPage'))],
  [ROUTES.dailyPick, lazy(() => import('./pages/dailyPick/dailyPickPage'))],
  [ROUTES.markets, lazy(() => import('./pages/markets/marketsPage'))],
  [ROUTES.market, lazy(() => import('./pages/markets/marketPage'))],
  [ROUTES.method, lazy(() => import('./pages/method/methodPage'))],
  [ROUTES.account, lazy(() => import('./pages/account/accountPage'))],
  [ROUTES.operator, lazy(() => import('./pages/operator/operatorPage'))],
  [ROUTES.signIn, lazy(() => import('./pages/account/signInPage'))],
];

export function App() {
  return (
    <Router base={settings.base}>
      <SessionProvider>
        <Layout>
          <Guarded />
        </Layout>
      </SessionProvider>
    </Router>
  );
}

/** Error boundary: a page that throws does not break the others. */
function Guarded() {
  const [path] = useLocation();
  const [fault, reset] = useErrorBoundary((error) => console.error(error));
  useEffect(() => reset(), [path]);
  if (fault) {
    return (
      <Notice kind="fault" title="This page does not work">
        <p>
          The server may have been updated meanwhile. Reload the page; if it fails again, the browser's console shows
          the error.
        </p>
        <button type="button" class="button" onClick={() => location.reload()}>
          Reload
        </button>
      </Notice>
    );
  }
  return (
    <Switch>
      {PAGES.map(([route, page]) => (
        <Route key={route} path={route} component={page} />
      ))}
      <Route component={NotFound} />
    </Switch>
  );
}

function lazy(load: () => Promise<PageModule>): FunctionComponent {
  let loaded: FunctionComponent | null = null;
  return function Lazy() {
    const [page, setPage] = useState<{ readonly component: FunctionComponent | null; readonly fault?: unknown }>({
      component: loaded,
    });
    useEffect(() => {
      if (loaded !== null) return;
      load().then(
        (module) => {
          loaded = module.default;
          setPage({ component: loaded });
        },
        (fault) => setPage({ component: null, fault }),
      );
    }, []);
    if (page.fault) throw page.fault;
    const Page = page.component;
    return Page === null ? <Skeleton lines={8} /> : <Page />;
  };
}
