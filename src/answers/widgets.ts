import type { Output } from '../operation';
import type { Schema } from '../schema';
import type { AnalyzeAnswerParts } from './analyzeAnswer';
import { buildCard } from './card';
import { type HeatMapAnswerParts, heatMapAnswer } from './patternStats';
import { DISCLAIMER, percent, share } from './phrases';
import { predictionText } from './predictions';
import type { PatternCard, TrackRecordSummary } from './shapes';
import { SIMULATED } from './trackRecord';

/** Answers in the shapes that the widgets of OpenBB Workspace take. */

/** The answer of GET /widgets/symbol: the card of an analysis as Markdown. */
export function symbolCardMarkdown({ card, notes }: Pick<AnalyzeAnswerParts, 'card' | 'notes'>): string {
  return cardMarkdown(buildCard(card), notes.disclaimer, [notes.data_age_note]);
}

/**
 * A card as Markdown: the judgment, then the years behind it, then how to read it, with the prediction or why there is none.
 *
 * @param notes further sentences; those that are undefined are left out
 */
export function cardMarkdown(
  card: PatternCard,
  disclaimer: string,
  notes: readonly (string | undefined)[] = [],
): string {
  const { receipts, came_true, next_step } = card;
  const years = receipts.per_year.map(
    ({ year, return_pct, result }) => `| ${year} | ${percent(return_pct)} | ${result} |`,
  );
  const sentences = [card.edge_basis, came_true?.reading, predictionText(card), next_step.framing, card.note, ...notes];
  return [
    `### ${card.headline}`,
    card.verdict,
    ['| year | return | result |', '|---|---|---|', ...years].join('\n'),
    sentences.flatMap((sentence) => (sentence === undefined ? [] : [`- ${sentence}`])).join('\n'),
    `*${disclaimer}*`,
  ].join('\n\n');
}

/** The answer of GET /widgets/track-record. */
export function recordMetrics(
  { count, win_rate, avg_return_pct, random_dates, note }: TrackRecordSummary,
  replay: boolean,
): Schema<'WidgetMetric'>[] {
  const kind = note.startsWith(SIMULATED) ? 'Published, simulated prices' : 'Published in advance';
  const excess = random_dates && random_dates.picks_avg_return_pct - random_dates.avg_return_pct;
  return [
    { label: 'Record', value: replay ? 'Replay, simulated prices' : kind },
    { label: 'Closed picks', value: String(count) },
    { label: 'Won', value: win_rate === null ? UNKNOWN : share(win_rate) },
    { label: 'Average return', ...points(avg_return_pct) },
    { label: 'Beyond random dates', ...points(excess) },
  ];
}

const UNKNOWN = 'not known yet';

function points(value: number | null): Pick<Schema<'WidgetMetric'>, 'value' | 'delta'> {
  return value === null ? { value: UNKNOWN } : { value: percent(value), delta: value.toFixed(2) };
}

type Theme = 'light' | 'dark';
type Measure = Schema<'HeatMeasure'>;
type Figure = Schema<'HeatMapFigure'>;

const TEXT_COLORS: Readonly<Record<Theme, string>> = { dark: '#ffffff', light: '#333333' };
/** The neutral value of each measure, which gets the middle colour, and the text of a cell. */
const CELLS: Readonly<Record<Measure, { readonly middle: number; readonly text: string }>> = {
  z: { middle: 0, text: 'z %{z:.2f}' },
  avg_return: { middle: 0, text: '%{z:+.2f}% on average' },
  win_rate: { middle: 0.5, text: '%{z:.0%} of years won' },
};

/** The answer of GET /widgets/heatmap. */
export function heatMapFigure({ theme, ...parts }: HeatMapAnswerParts & { readonly theme: Theme }): Figure {
  return figureOf(heatMapAnswer(parts), theme);
}

/** A heat map as a figure of Plotly, whose background is that of the page. */
export function figureOf({ entry_dates, rows, ...facts }: Output<'getHeatMap'>, theme: Theme): Figure {
  const { middle, text } = CELLS[facts.measure];
  const simulated = facts.disclaimer === DISCLAIMER ? '' : ', simulated prices';
  return {
    data: [
      {
        type: 'heatmap',
        x: entry_dates,
        y: rows.map(({ hold_days }) => hold_days),
        z: rows.map(({ values }) => values),
        zmid: middle,
        // Reversed, the scale goes from red to blue, which colour-blind readers can tell apart.
        colorscale: 'RdBu',
        reversescale: true,
        hoverongaps: false,
        hovertemplate: `entry %{x}, %{y} days: ${text}<extra></extra>`,
      },
    ],
    layout: {
      meta: facts,
      font: { color: TEXT_COLORS[theme] },
      margin: { t: 20, r: 20, b: 50, l: 60 },
      paper_bgcolor: 'rgba(0,0,0,0)',
      plot_bgcolor: 'rgba(0,0,0,0)',
      xaxis: { title: { text: `Entry of a ${facts.direction} trade in ${facts.symbol}${simulated}` } },
      yaxis: { title: { text: 'Holding period, days' } },
    },
  };
}
