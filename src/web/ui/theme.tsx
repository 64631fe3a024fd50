import { useState } from 'preact/hooks';

const KEY = 'theme';
const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** The theme of the last visit; a browser may refuse access to its storage. */
function storedTheme(): Theme {
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

/** To be called before the first render, so that no other colours flash up. */
export function applyStoredTheme(): void {
  apply(storedTheme());
}

export function ThemeToggle() {
  const [theme, setTheme] = useState(storedTheme);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  const change = () => {
    setTheme(next);
    apply(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // The choice holds until the page is left.
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
