import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Draws a chart of a width in pixels: the result of `plot()` of Observable Plot, with `className: 'plot'` and no legend. */
export type Draw = (width: number) => SVGSVGElement | HTMLElement;

const MIN_WIDTH = 280;

/**
 * A chart with its title (which names the sample size), unit, note and table. It is redrawn when its width changes.
 *
 * @param draw from `useCallback`: a new function redraws the chart
 */
export function PlotFigure(props: {
  title: string;
  subtitle?: ComponentChildren;
  /** Text for screen readers. */
  description: string;
  draw: Draw;
  /** The same numbers as text. */
  table?: ComponentChildren;
  note?: ComponentChildren;
}) {
  const { title, subtitle, description, draw, table, note } = props;
  const container = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    const observer = new ResizeObserver(([{ contentRect }]) =>
      setWidth(Math.max(MIN_WIDTH, Math.floor(contentRect.width))),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (width === 0 || container.current === null) return;
    const chart = draw(width);
    // The CSP refuses inline styles: those of charts are in components.css under `.plot`.
    for (const style of chart.querySelectorAll('style')) style.remove();
    const svg = chart.matches('svg') ? chart : chart.querySelector('svg');
    svg?.setAttribute('role', 'img');
    svg?.setAttribute('aria-label', description);
    // Plot labels its layers, and ARIA allows a label only on an element with a role.
    for (const layer of chart.querySelectorAll('g[aria-label]')) layer.setAttribute('role', 'group');
    container.current.replaceChildren(chart);
  }, [draw, width, description]);
  return (
    <figure class="figure">
      <figcaption>
        <div class="title">{title}</div>
        {subtitle && <div class="small soft">{subtitle}</div>}
      </figcaption>
      <div ref={container} />
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
