import { useState } from 'preact/hooks';

const KEY = 'theme';
const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** What was chosen here before; a browser may refuse to keep anything. */
function kept(): Theme {
  try {
    const text = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === text) ?? 'system';
  } catch {
    return 'system';
  }
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Before anything is drawn. */
export function applyKeptTheme(): void {
  apply(kept());
}

export function ThemeToggle() {
  const [theme, setTheme] = useState(kept);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  const change = () => {
    setTheme(next);
    apply(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // It holds until the page is left.
    }
  };
  return (
    <button type="button" class="button plain" onClick={change} title={`Colours: ${theme}. Change to ${next}.`}>
      <span aria-hidden="true">{theme === 'dark' ? '☾' : theme === 'light' ? '☀' : '◐'}</span>
      <span class="visually-hidden">
        Colours: {theme}. Change to {next}.
      </span>
    </button>
  );
}
