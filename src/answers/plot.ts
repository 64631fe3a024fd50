/** What a plot is made of. */

const WIDTH = 640;
const HEIGHT = 420;
const MARGIN = { left: 60, right: 16, top: 40, bottom: 48 } as const;

export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
  readonly label: string;
  readonly show: (value: number) => string;
}

export interface Series {
  readonly name: string;
  readonly colour: string;
  readonly dashed?: boolean;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** How far each point may be off, up and down. */
  readonly errors?: readonly number[];
}

/** Lines over two axes as self-contained SVG: no script, no font or style from outside, the same text for the same data. */
export function plot(title: string, x: Axis, y: Axis, series: readonly Series[]): string {
  const right = WIDTH - MARGIN.right;
  const bottom = HEIGHT - MARGIN.bottom;
  const atX = (value: number) => coordinate(MARGIN.left, right, x, value);
  const atY = (value: number) => coordinate(bottom, MARGIN.top, y, value);
  const grid = [
    ...x.ticks.map((v) => `<path d="M${atX(v)} ${MARGIN.top}V${bottom}"/>`),
    ...y.ticks.map((v) => `<path d="M${MARGIN.left} ${atY(v)}H${right}"/>`),
  ];
  const labels = [
    text(WIDTH / 2, 20, title, 'middle'),
    text(WIDTH / 2, HEIGHT - 10, x.label, 'middle'),
    `<text transform="translate(16 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle">${y.label}</text>`,
    ...x.ticks.map((v) => text(atX(v), bottom + 16, x.show(v), 'middle')),
    ...y.ticks.map((v) => text(MARGIN.left - 6, Number(atY(v)) + 4, y.show(v), 'end')),
  ];
  const lines = series.flatMap(({ colour, dashed, points, errors = [] }) => {
    const path = points.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${atX(px)} ${atY(py)}`).join('');
    const line = `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"${dashed ? ' stroke-dasharray="5 4"' : ''}/>`;
    const reach = errors.map((error, i) => {
      const [px, py] = points[i];
      return `<path d="M${atX(px)} ${atY(py - error)}V${atY(py + error)}" stroke="${colour}"/>`;
    });
    return [line, ...reach, ...(dashed ? [] : points.map(([px, py]) => dot(atX(px), atY(py), colour)))];
  });
  const legend = series.map(({ name, colour }, i) => {
    const at = MARGIN.top + 16 + 16 * i;
    return `<path d="M${MARGIN.left + 10} ${at - 4}h18" stroke="${colour}" stroke-width="2"/>${text(MARGIN.left + 34, at, name, 'start')}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title><rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    `<g stroke="#dddddd">${grid.join('')}</g>`,
    ...lines,
    `<g fill="#333333">${[...labels, ...legend].join('')}</g>`,
    '</svg>\n',
  ].join('\n');
}

function coordinate(start: number, end: number, { from, to }: Axis, value: number): string {
  return (start + ((end - start) * (value - from)) / (to - from)).toFixed(1);
}

function dot(x: string, y: string, colour: string): string {
  return `<circle cx="${x}" cy="${y}" r="3" fill="${colour}"/>`;
}

function text(x: number | string, y: number, content: string, anchor: string): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${content}</text>`;
}
