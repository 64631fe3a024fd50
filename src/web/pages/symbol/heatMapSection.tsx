import { HeatMap } from '../../charts/heatMap';
import type { SetUrlState } from '../../state/useUrlState';
import { DataTable } from '../../ui/dataTable';
import { number, percent, share } from '../../ui/format';
import { Notice } from '../../ui/notice';
import { currentDay } from './now';
import { type Card, type Field, type HeatMap as HeatMapData, MEASURES, measureOf, type PageState } from './symbolQuery';

/** The heat map of a symbol with the choice of its measure. */
export function HeatMapSection(props: {
  map: HeatMapData;
  card: Card;
  state: PageState;
  setState: SetUrlState<Field>;
  pin: (entry: string, hold: number) => void;
}) {
  const { map, card, state, setState, pin } = props;
  const { setup } = card;
  const measure = measureOf(state);
  return (
    <section aria-label="Heat map" class="stack">
      <h2>Where in the year</h2>
      <fieldset>
        <legend>Coloured by</legend>
        <div class="choices">
          {MEASURES.map(([key, name]) => (
            <label key={key}>
              <input
                type="radio"
                name="measure"
                class="visually-hidden"
                checked={key === measure}
                onChange={() => setState({ measure: key }, { replace: true })}
              />
              <span>{name}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {map.rows.every(({ values }) => values.every((value) => value === null)) && (
        <Notice title="Too few years to colour this map">
          <p>
            {measure === 'z'
              ? 'Strength is told of windows with five years or more, and none in this map has so many. Averages and win rates are shown of fewer.'
              : 'No window of this symbol has a whole year to show.'}
          </p>
        </Notice>
      )}
      <HeatMap
        title={`${map.symbol} ${map.direction}, ${map.years} years: beyond what any date does`}
        map={map}
        pinned={{ entry: setup.entry_date, hold: setup.hold_days }}
        pin={pin}
        now={currentDay(map.as_of).date}
        table={<FirstOfMonths map={map} />}
      />
    </section>
  );
}

interface Row {
  readonly date: string;
  readonly cells: readonly (number | null)[];
}

/** An excerpt of the map as a table: the first day of each month by every fourth hold. */
function FirstOfMonths({ map }: { map: HeatMapData }) {
  const held = map.rows.filter((_, i) => i % 4 === 1);
  const rows: Row[] = map.entry_dates.flatMap((date, i) =>
    date.endsWith('-01') ? [{ date, cells: held.map(({ values }) => values[i]) }] : [],
  );
  const write = { z: number, avg_return: percent, win_rate: share }[map.measure];
  return (
    <DataTable
      caption={`${MEASURES.find(([key]) => key === map.measure)?.[1]}, entries on the first of each month`}
      columns={[
        { key: 'date', header: 'Entry', value: ({ date }: Row) => date },
        ...held.map(({ hold_days }, k) => ({
          key: String(hold_days),
          header: `${hold_days} days`,
          align: 'end' as const,
          value: ({ cells }: Row) => cells[k],
          cell: ({ cells }: Row) => write(cells[k]),
        })),
      ]}
      rows={rows}
      rowKey={({ date }) => date}
      heading="date"
    />
  );
}
