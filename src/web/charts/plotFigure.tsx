import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Draws for a width in pixels: what `plot()` of Observable Plot returns, with `className: 'plot'` and no legend. */
export type Draw = (width: number) => SVGSVGElement | HTMLElement;

const NARROWEST = 280;

/**
 * A chart with its title (which says n), its unit, what is to be said of it, and the same as a table. The chart is drawn
 * anew where its width changes.
 *
 * @param draw from `useCallback`: a new one is a new chart
 */
export function PlotFigure(props: {
  title: string;
  subtitle?: ComponentChildren;
  /** What the picture shows, for who does not see it. */
  description: string;
  draw: Draw;
  /** The same numbers as text. */
  table?: ComponentChildren;
  note?: ComponentChildren;
}) {
  const { title, subtitle, description, draw, table, note } = props;
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const look = new ResizeObserver(([{ contentRect }]) =>
      setWidth(Math.max(NARROWEST, Math.floor(contentRect.width))),
    );
    look.observe(element);
    return () => look.disconnect();
  }, []);
  useEffect(() => {
    if (width === 0 || place.current === null) return;
    const chart = draw(width);
    // Written inside the picture, styles are refused (CSP): ours stand in components.css under `.plot`.
    for (const style of chart.querySelectorAll('style')) style.remove();
    const picture = chart.matches('svg') ? chart : chart.querySelector('svg');
    picture?.setAttribute('role', 'img');
    picture?.setAttribute('aria-label', description);
    // Plot names its layers, which no one may do whose role is none.
    for (const layer of chart.querySelectorAll('g[aria-label]')) layer.setAttribute('role', 'group');
    place.current.replaceChildren(chart);
  }, [draw, width, description]);
  return (
    <figure class="figure">
      <figcaption>
        <div class="title">{title}</div>
        {subtitle && <div class="small soft">{subtitle}</div>}
      </figcaption>
      <div ref={place} />
      {note && <p class="small soft">{note}</p>}
      {table && (
        <details>
          <summary>As a table</summary>
          {table}
        </details>
      )}
    </figure>
  );
}
