import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

let isFirst = true;

/** A page: its title, in the window as well, and what stands below. Who comes from another page begins at its heading. */
export function Page({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Before it is seen: whoever reads the heading finds the title beside it.
  useLayoutEffect(() => {
    document.title = `${title} · Perennial`;
  }, [title]);
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return (
    <div class="stack">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p class="soft">{lead}</p>}
      </div>
      {children}
    </div>
  );
}
