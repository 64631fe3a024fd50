import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

let isFirst = true;

/** A page with its title, which is the document's title too. After navigation, the focus moves to the heading. */
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
  // In a layout effect, so that the document's title never lags behind the heading.
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
