import { SeasonalCurve } from '../../charts/seasonalCurve';
import { DateText } from '../../ui/dateText';
import { Notice } from '../../ui/notice';
import { currentDay } from './now';
import type { Card } from './symbolQuery';

/** Headline of a window, and its position in the average year. */
export function WindowHead({ card }: { card: Card }) {
  const { symbol, setup, direction, stats, receipts, bias } = card;
  return (
    <section class="stack" aria-label="Window">
      <h2>
        {direction === 'long' ? 'Long' : 'Short'} <DateText date={setup.entry_date} /> to{' '}
        <DateText date={setup.exit_date} />, {setup.hold_days} days
      </h2>
      <Notice title={card.headline}>
        <p>{card.verdict}</p>
        {card.note && <p class="small soft">{card.note}</p>}
        {bias === 'neutral' && (
          <p class="small">
            Neutral is the usual answer: most windows are no stronger than those of shuffled calendars.
          </p>
        )}
      </Notice>
      {card.chart && card.chart.seasonal_curve.length > 0 ? (
        <SeasonalCurve
          title={`${symbol}: the average year, completed cycles of the last ${stats.years} years`}
          curve={card.chart.seasonal_curve}
          entry={setup.entry_date}
          exit={setup.exit_date}
          now={currentDay(receipts.as_of)}
        />
      ) : (
        <p class="soft">No whole year of prices yet: there is no seasonal curve to draw.</p>
      )}
    </section>
  );
}
