import type { Evaluation } from '../core/model/evaluation';

/**
 * Plots as self-contained SVG: no script, no font or style from outside, the same text for the same model.
 * Covered by test/jobs/train.test.ts.
 */

const WIDTH = 640;
const HEIGHT = 420;
const MARGIN = { left: 60, right: 16, top: 40, bottom: 48 } as const;

interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
  readonly label: string;
  readonly show: (value: number) => string;
}

interface Series {
  readonly name: string;
  readonly colour: string;
  readonly dashed?: boolean;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** Predicted against observed share of wins in deciles of the prediction; on the diagonal the model is calibrated. */
export function reliabilityPlot({ reliability }: Evaluation): string {
  const chosen = reliability.filter(({ group }) => ['all', 'long', 'short'].includes(group));
  const values = chosen.flatMap(({ bins }) => bins.flatMap((bin) => [bin.predicted, bin.observed]));
  const share = shareAxis(values);
  const colours = ['#1b1b1b', '#1f77b4', '#d62728'];
  return plot(
    'Reliability: predicted and observed share of wins, out of sample',
    { ...share, label: 'predicted probability' },
    { ...share, label: 'observed share of wins' },
    [
      {
        name: 'perfect',
        colour: '#888888',
        dashed: true,
        points: [
          [share.from, share.from],
          [share.to, share.to],
        ],
      },
      ...chosen.map(({ group, bins }, i) => ({
        name: group,
        colour: colours[i],
        points: bins.map((bin) => [bin.predicted, bin.observed] as const),
      })),
    ],
  );
}

/** What the best-looking setups of each year had won before, and what they won then. */
export function selectionBiasPlot({ selectionBias }: Evaluation): string {
  const { years } = selectionBias;
  const first = years[0].year;
  const last = years[years.length - 1].year;
  const step = Math.max(1, Math.ceil((last - first) / 10));
  const ticks = years.map(({ year }) => year).filter((year) => (year - first) % step === 0);
  const shares = years.flatMap(({ claimed, won, baseRate }) => [claimed, won, baseRate]);
  return plot(
    'Decay: the 50 best-looking setups of each year, before and after',
    { from: first - 0.5, to: last + 0.5, ticks, label: 'year of entry', show: String },
    { ...shareAxis(shares), label: 'share of wins' },
    [
      { name: 'in the lookback', colour: '#d62728', points: years.map(({ year, claimed }) => [year, claimed]) },
      { name: 'in the year itself', colour: '#1b1b1b', points: years.map(({ year, won }) => [year, won]) },
      {
        name: 'all setups, same directions',
        colour: '#888888',
        dashed: true,
        points: years.map(({ year, baseRate }) => [year, baseRate]),
      },
    ],
  );
}

/** Tenths that enclose all values. */
function shareAxis(values: readonly number[]): Omit<Axis, 'label'> {
  const low = Math.max(0, Math.floor(10 * Math.min(...values)));
  const high = Math.min(10, Math.max(low + 1, Math.ceil(10 * Math.max(...values))));
  const ticks = Array.from({ length: high - low + 1 }, (_, i) => (low + i) / 10);
  return { from: low / 10, to: high / 10, ticks, show: (value) => value.toFixed(1) };
}

function plot(title: string, x: Axis, y: Axis, series: readonly Series[]): string {
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
  const lines = series.flatMap(({ colour, dashed, points }) => {
    const path = points.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${atX(px)} ${atY(py)}`).join('');
    const line = `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"${dashed ? ' stroke-dasharray="5 4"' : ''}/>`;
    return [line, ...(dashed ? [] : points.map(([px, py]) => dot(atX(px), atY(py), colour)))];
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
