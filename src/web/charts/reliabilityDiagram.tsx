import { dot, line, plot, pointer, ruleX, tip } from '@observablehq/plot';
import { useCallback } from 'preact/hooks';
import type { Schemas } from '../api/client';
import { plural, share } from '../ui/format';
import { Legend } from './legend';
import { PlotFigure } from './plotFigure';

type Calibration = Schemas['PickCalibration'];
type Bin = Calibration['bins'][number];

/** Predicted win probabilities against observed win rates; on the diagonal the model is calibrated. */
export function ReliabilityDiagram({ calibration }: { calibration: Calibration }) {
  const draw = useCallback((width: number) => buildPlot(calibration.bins, Math.min(width, 420)), [calibration]);
  return (
    <PlotFigure
      title={`Predicted and observed: ${plural(calibration.picks, 'closed pick')} with a prediction`}
      subtitle={
        <Legend
          marks={[
            ['null-tick', 'observed as predicted'],
            ['line', 'observed, with its 95 % interval'],
          ]}
        />
      }
      description={calibration.reading}
      draw={draw}
      note={calibration.reading}
    />
  );
}

function buildPlot(bins: readonly Bin[], width: number) {
  const percents = (n: number) => `${Math.round(n * 100)}`;
  const diagonal = [
    [0, 0],
    [1, 1],
  ] as [number, number][];
  return plot({
    className: 'plot',
    width,
    height: width * 0.85,
    marginLeft: 44,
    marginBottom: 40,
    x: {
      domain: [0, 1],
      label: 'win probability as published, %',
      labelAnchor: 'center',
      labelArrow: 'none',
      tickFormat: percents,
      ticks: 5,
    },
    y: { domain: [0, 1], grid: true, label: 'share that won, %', labelArrow: 'none', tickFormat: percents, ticks: 5 },
    marks: [
      line(diagonal, { stroke: 'var(--neutral)', strokeWidth: 3 }),
      ruleX(bins, {
        x: 'predicted',
        y1: 'observed_low',
        y2: 'observed_high',
        stroke: 'var(--text-soft)',
        strokeWidth: 2,
      }),
      dot(bins, { x: 'predicted', y: 'observed', r: 5, fill: 'var(--text)', stroke: 'var(--surface)' }),
      tip(
        bins,
        pointer({
          x: 'predicted',
          y: 'observed',
          title: ({ picks, predicted, observed }: Bin) =>
            `${picks} picks\npredicted ${share(predicted, 1)}, won ${share(observed, 1)}`,
        }),
      ),
    ],
  });
}
