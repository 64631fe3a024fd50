import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

export interface Tab {
  readonly key: string;
  readonly label: string;
}

/** Tabs; the arrow keys move between them. The caller keeps the chosen key. */
export function Tabs(props: {
  label: string;
  tabs: readonly Tab[];
  chosen: string;
  choose: (key: string) => void;
  children: ComponentChildren;
}) {
  const { label, tabs, chosen, choose, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const at = tabs.findIndex(({ key }) => key === chosen);
    const next = (at + step + tabs.length) % tabs.length;
    choose(tabs[next].key);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ key, label: text }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={key === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={key === chosen ? 0 : -1}
            onClick={() => choose(key)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  );
}
