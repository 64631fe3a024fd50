import type { SetUrlState } from '../../state/useUrlState';
import { DataTable } from '../../ui/dataTable';
import { DateText } from '../../ui/dateText';
import { chance, percent, share } from '../../ui/format';
import { type Analysis, type Field, NO_SEARCH } from './symbolQuery';
import { foundBy } from './windowAddress';

/** The other windows of the symbol in the coming year. */
export function OtherSetups(props: { analysis: Analysis; setState: SetUrlState<Field> }) {
  const { analysis, setState } = props;
  const rows = analysis.other_setups;
  return (
    <section aria-label="Other windows">
      <h2>Other windows of the coming year</h2>
      {rows.length === 0 ? (
        <p class="soft">No other window won in nine of ten years.</p>
      ) : (
        <DataTable
          caption="Windows that won in nine of ten years and do not overlap this one"
          columns={[
            {
              key: 'entry',
              header: 'Entry',
              value: ({ entry_date }) => entry_date,
              cell: ({ entry_date }) => <DateText date={entry_date} />,
            },
            { key: 'hold', header: 'Days', align: 'end', value: ({ hold_days }) => hold_days },
            { key: 'direction', header: 'Direction', value: ({ direction }) => direction },
            {
              key: 'won',
              header: 'Won',
              align: 'end',
              value: ({ historical_win_rate }) => historical_win_rate,
              cell: ({ historical_win_rate }) => share(historical_win_rate),
            },
            {
              key: 'average',
              header: 'Average',
              align: 'end',
              value: ({ avg_return_pct }) => avg_return_pct,
              cell: ({ avg_return_pct }) => percent(avg_return_pct),
            },
            {
              key: 'p_symbol',
              header: 'p, this symbol',
              title: 'Chance that such a search over shuffled calendars finds one at least as strong',
              align: 'end',
              value: ({ significance }) => significance.p_symbol,
              cell: ({ significance }) =>
                significance.status === 'pending' ? 'not known' : chance(significance.p_symbol),
            },
            {
              key: 'show',
              header: 'Show',
              unsortable: true,
              value: () => null,
              cell: ({ entry_date, hold_days, direction, analyze_url }) => (
                <button
                  type="button"
                  class="button"
                  aria-label={`Show ${direction} ${entry_date}, ${hold_days} days`}
                  onClick={() =>
                    setState({
                      entry_date,
                      days_out: String(hold_days),
                      direction,
                      period: '',
                      reverse: '',
                      ...NO_SEARCH,
                      ...foundBy(analyze_url),
                    })
                  }
                >
                  Show
                </button>
              ),
            },
          ]}
          rows={rows}
          rowKey={({ entry_date, hold_days, direction }) => `${entry_date} ${hold_days} ${direction}`}
          heading="entry"
        />
      )}
    </section>
  );
}
