import { Link } from 'wouter-preact';
import { ExcursionBars, type ExcursionYear } from '../../charts/excursionBars';
import { SignificanceBar } from '../../charts/significanceBar';
import { DataTable } from '../../ui/dataTable';
import { DateText } from '../../ui/dateText';
import { chance, count, number, percent, plural, share } from '../../ui/format';
import { KeyValues } from '../../ui/keyValues';
import type { Card, PageState } from './symbolQuery';

/** The years of a window, its statistics and its significance. */
export function WindowYears({ card, state }: { card: Card; state: PageState }) {
  const { symbol, setup, direction, stats, receipts, significance, bias } = card;
  const { wins, years_tested: years, per_year, any_date: any } = receipts;
  const bars = yearsOf(card);
  const span = per_year.length > 1 ? `${per_year[0].year}–${per_year[per_year.length - 1].year}` : per_year[0].year;
  const compared = new URLSearchParams({
    symbols: symbol,
    entry_date: setup.entry_date,
    days_out: String(setup.hold_days),
    direction,
    years: state.years,
    pe_cycle: state.pe_cycle,
  });
  return (
    <>
      <div class="window-columns">
        <section aria-label="Years">
          <ExcursionBars
            title={`${wins} of ${years} years won, ${span}`}
            years={bars}
            anyDate={any?.avg_return_pct ?? null}
          />
        </section>
        <section aria-label="Numbers">
          <h3>Numbers</h3>
          <KeyValues
            pairs={[
              ['Won', `${share(stats.historical_win_rate)}, ${wins} of ${years} years`],
              ['Any date won', any ? `${share(any.win_rate)} of ${count(any.windows)} windows` : 'not known'],
              ['Average', percent(stats.avg_return_pct, 2)],
              ['Any date made', percent(any?.avg_return_pct, 2)],
              ['Median', percent(stats.median_return_pct, 2)],
              ['Sharpe ratio', number(stats.sharpe_ratio)],
              ['Best year', `${receipts.best_year.year}: ${percent(receipts.best_year.return_pct)}`],
              ['Worst year', `${receipts.worst_year.year}: ${percent(receipts.worst_year.return_pct)}`],
              ['Edge score', `${card.edge_score} of 100, ${bias}`],
              ['Beyond drift, z', number(significance.z)],
              ['p, best of this symbol', pSymbolText(significance)],
              ['Searched', searchedText(significance)],
            ]}
          />
          <h3 class="spaced">Shuffled calendars</h3>
          <p>
            <SignificanceBar significance={significance} />
          </p>
          <p>{significance.reading}</p>
          <p class="small soft">{card.edge_basis}</p>
          <p class="row">
            <Link class="button" href={`/compare?${compared}`}>
              Compare {symbol} with others
            </Link>
          </p>
        </section>
      </div>
      <section aria-label="Receipts">
        <h2>Receipts</h2>
        <YearTable bars={bars} card={card} />
        <details>
          <summary>Had it been named before looking</summary>
          <p>
            p {chance(significance.p_window)}: the share of shuffled calendars in which this very window is at least as
            strong. It ignores the search that found the window, so nothing on this page counts it.
          </p>
        </details>
      </section>
    </>
  );
}

function pSymbolText({ status, p_symbol }: Card['significance']): string {
  return status === 'pending' ? 'not known' : chance(p_symbol);
}

function searchedText({ searched: { from, to, windows, symbols } }: Card['significance']): string {
  const dates = from && to ? `, entries ${from} to ${to}` : '';
  return `${plural(windows, 'window')} of ${plural(symbols, 'symbol')}${dates}`;
}

/** The years of the chart block. */
function yearsOf({ chart }: Card): readonly ExcursionYear[] {
  return chart?.per_year_bars ?? [];
}

function YearTable({ bars, card }: { bars: readonly ExcursionYear[]; card: Card }) {
  const results = new Map(card.receipts.per_year.map(({ year, result }) => [year, result]));
  return (
    <DataTable
      caption={`${bars.length} years of ${card.symbol}, percent of the entry price, in the direction of the trade`}
      columns={[
        { key: 'year', header: 'Year', value: ({ year }) => year },
        {
          key: 'entry',
          header: 'Entered',
          title: 'The session whose close the year is counted from',
          value: ({ entry_session }) => entry_session ?? null,
          cell: ({ entry_session }) => entry_session && <DateText date={entry_session} />,
        },
        {
          key: 'exit',
          header: 'Left',
          title: 'The session whose close the year is counted to',
          value: ({ exit_session }) => exit_session ?? null,
          cell: ({ exit_session }) => exit_session && <DateText date={exit_session} />,
        },
        {
          key: 'return',
          header: 'Return',
          align: 'end',
          value: ({ return_pct }) => return_pct,
          cell: ({ return_pct, year }) => (
            <span class={results.get(year) === 'win' ? 'up' : 'down'}>{percent(return_pct, 4)}</span>
          ),
        },
        {
          key: 'mfe',
          header: 'Best moment',
          title: 'Maximum favourable excursion',
          align: 'end',
          value: ({ mfe_pct }) => mfe_pct,
          cell: ({ mfe_pct }) => percent(mfe_pct, 4),
        },
        {
          key: 'mae',
          header: 'Worst moment',
          title: 'Maximum adverse excursion',
          align: 'end',
          value: ({ mae_pct }) => mae_pct,
          cell: ({ mae_pct }) => percent(mae_pct, 4),
        },
        { key: 'result', header: 'Result', value: ({ year }) => results.get(year) ?? null },
      ]}
      rows={bars}
      rowKey={({ year }) => year}
      heading="year"
    />
  );
}
