import type { PatternCard } from '../answers/shapes';
import { cardMarkdown, recordMetrics } from '../answers/widgets';
import type { Handlers } from '../operation';
import { latestPick, trackRecord } from '../services/record/dailyPick';
import type { ServiceDeps } from '../services/screening/deps';
import { symbolMarkdown } from '../services/symbol/analyze';
import { heatMapFigure, heatMapQuestion } from '../services/symbol/heatMap';

/** Answers in the shapes of OpenBB Workspace's widgets; generated/widgets.json describes the widgets. */
export function widgetsHandlers(deps: ServiceDeps) {
  return {
    getSymbolWidget: ({ symbol, market, direction, years }, asker) =>
      symbolMarkdown(deps, { symbol, market, direction, years }, asker),
    getHeatMapWidget: (input, asker) =>
      heatMapFigure(deps, { ...heatMapQuestion(input), cycle: 'consecutive' }, asker, input.theme),
    getPickWidget: async () => {
      const { card, disclaimer } = await latestPick(deps, { view: 'full', withChart: false });
      // In this view the card is whole.
      return cardMarkdown(card as PatternCard, disclaimer);
    },
    getRecordWidget: async () => {
      const { summary, replay } = await trackRecord(deps);
      return recordMetrics(summary, replay);
    },
  } satisfies Partial<Handlers>;
}
