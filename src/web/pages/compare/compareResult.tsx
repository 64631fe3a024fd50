import { useMemo } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { YearDots } from '../../charts/yearDots';
import { symbolAddress } from '../../routes';
import { type Column, DataTable } from '../../ui/dataTable';
import { DateText } from '../../ui/dateText';
import { chance, number, percent, plural, share } from '../../ui/format';
import { Notice } from '../../ui/notice';
import type { Comparison, Entry } from './comparison';

/** The result of a comparison. */
export function CompareResult({ comparison }: { comparison: Comparison }) {
  const {
    setup,
    shared_years: years,
    reason,
    can_compare: ranked,
    findings,
    symbols,
    skipped_years: skipped,
  } = comparison;
  const rows = useMemo(
    () =>
      symbols.map(({ symbol, per_year, stats, any_date, buy_and_hold }) => ({
        name: symbol,
        years: per_year.map(({ year, return_pct }) => ({ year, pct: return_pct })),
        mean: stats?.avg_return_pct ?? null,
        against: any_date.avg_return_pct,
        held: buy_and_hold.avg_return_pct,
      })),
    [symbols],
  );
  const spanned =
    years.length === 0
      ? 'no shared year'
      : `${plural(years.length, 'shared year')}, ${years[0]}–${years[years.length - 1]}`;
  return (
    <section class="stack" aria-label="Comparison">
      <p>
        <DateText date={setup.entry_date} /> to <DateText date={setup.exit_date} />, {setup.hold_days} days,{' '}
        {setup.direction}; {spanned}; prices through <DateText date={comparison.as_of} />.
      </p>
      {comparison.data_age_note && <Notice kind="warn">{comparison.data_age_note}</Notice>}
      {!ranked && (
        <Notice kind="warn" title="Nothing is ranked">
          {reason}
        </Notice>
      )}
      {years.length > 0 && (
        <YearDots
          title={`Return of each year, ${spanned}`}
          rows={rows}
          against="average of any entry date"
          held="average whole year, bought and held"
          note={ranked ? undefined : 'Too few years for a conclusion: the dots are shown, not ranked.'}
          table={<YearTable comparison={comparison} />}
        />
      )}
      {findings.length > 0 && (
        <div>
          <h2>What these years show</h2>
          <ul>
            {findings.map(({ code, text }) => (
              <li key={code}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <DataTable
        caption={`The symbols, ${spanned}`}
        columns={COLUMNS}
        rows={symbols}
        rowKey={({ symbol }) => symbol}
        heading="symbol"
      />
      {skipped.length > 0 && (
        <details>
          <summary>
            {skipped.length} {skipped.length === 1 ? 'year was' : 'years were'} looked at and not shared
          </summary>
          <ul>
            {skipped.map(({ year, symbols: lacking }) => (
              <li key={year}>
                {year}: missing for {lacking.join(', ')}
              </li>
            ))}
          </ul>
        </details>
      )}
      <p class="small soft">{comparison.disclaimer}</p>
    </section>
  );
}

function pSymbolText({ significance }: Entry): string {
  return significance?.status === 'pending' ? 'not known' : chance(significance?.p_symbol);
}

const COLUMNS: readonly Column<Entry>[] = [
  {
    key: 'symbol',
    header: 'Symbol',
    value: ({ symbol }) => symbol,
    cell: ({ symbol, market }) => <Link href={symbolAddress(symbol, market.id)}>{symbol}</Link>,
  },
  {
    key: 'mean',
    header: 'Average',
    align: 'end',
    value: (e) => e.stats?.avg_return_pct ?? null,
    cell: (e) => percent(e.stats?.avg_return_pct),
  },
  {
    key: 'any',
    header: 'Any date',
    title: 'Average of any session of the shared years as the entry date, same hold and direction',
    align: 'end',
    value: (e) => e.any_date.avg_return_pct,
    cell: (e) => percent(e.any_date.avg_return_pct),
  },
  {
    key: 'median',
    header: 'Median',
    align: 'end',
    value: (e) => e.stats?.median_return_pct ?? null,
    cell: (e) => percent(e.stats?.median_return_pct),
  },
  {
    key: 'wins',
    header: 'Won',
    title: 'Years won of years tested, beside what any date would have won',
    align: 'end',
    value: (e) => e.stats?.historical_win_rate ?? null,
    cell: (e) =>
      e.stats === null ? '–' : `${e.stats.wins} of ${e.stats.years_tested} (any date ${share(e.any_date.win_rate)})`,
  },
  {
    key: 'p_symbol',
    header: 'p, this symbol',
    title: 'Share of shuffled calendars in which a search of the symbol finds something at least as strong',
    align: 'end',
    value: (e) => e.significance?.p_symbol ?? null,
    cell: (e) => <span title={e.significance?.reading}>{pSymbolText(e)}</span>,
  },
  {
    key: 'difference',
    header: 'Behind the highest',
    title: 'Average paired yearly difference in percentage points, with its 95 % interval',
    align: 'end',
    value: (e) => e.difference_from_highest?.avg_difference_pct ?? null,
    cell: ({ difference_from_highest: d }) =>
      d === null
        ? '–'
        : `${number(d.avg_difference_pct, 1)} (${number(d.interval_low_pct, 1)} to ${number(d.interval_high_pct, 1)})`,
  },
  {
    key: 'best',
    header: 'Best',
    align: 'end',
    value: (e) => e.stats?.best_year.return_pct ?? null,
    cell: (e) => percent(e.stats?.best_year.return_pct),
  },
  {
    key: 'worst',
    header: 'Worst',
    align: 'end',
    value: (e) => e.stats?.worst_year.return_pct ?? null,
    cell: (e) => percent(e.stats?.worst_year.return_pct),
  },
  {
    key: 'mfe',
    header: 'MFE',
    title: 'Average maximum favourable excursion',
    align: 'end',
    value: (e) => e.stats?.avg_mfe_pct ?? null,
    cell: (e) => percent(e.stats?.avg_mfe_pct),
  },
  {
    key: 'mae',
    header: 'MAE',
    title: 'Average maximum adverse excursion',
    align: 'end',
    value: (e) => e.stats?.avg_mae_pct ?? null,
    cell: (e) => percent(e.stats?.avg_mae_pct),
  },
  {
    key: 'drop',
    header: 'Deepest drop',
    align: 'end',
    value: (e) => e.stats?.deepest_drop.mae_pct ?? null,
    cell: (e) => (e.stats === null ? '–' : `${percent(e.stats.deepest_drop.mae_pct)} (${e.stats.deepest_drop.year})`),
  },
  {
    key: 'sharpe',
    header: 'Sharpe',
    align: 'end',
    value: (e) => e.stats?.sharpe_ratio ?? null,
    cell: (e) => number(e.stats?.sharpe_ratio),
  },
  {
    key: 'held',
    header: 'Bought and held',
    title: 'Average whole calendar year, long, of the shared years that are complete',
    align: 'end',
    value: (e) => e.buy_and_hold.avg_return_pct,
    cell: (e) => percent(e.buy_and_hold.avg_return_pct),
  },
  {
    key: 'from',
    header: 'Data from',
    value: (e) => e.data_from,
    cell: (e) => (e.data_from === null ? '–' : <DateText date={e.data_from} />),
  },
];

/** The yearly returns as a table with a column for each year. */
function YearTable({ comparison: { symbols, shared_years: years } }: { comparison: Comparison }) {
  const columns: Column<Entry>[] = [
    { key: 'symbol', header: 'Symbol', value: ({ symbol }) => symbol },
    ...years.map(
      (year, i): Column<Entry> => ({
        key: year,
        header: year,
        align: 'end',
        value: ({ per_year }) => per_year[i]?.return_pct ?? null,
        cell: ({ per_year }) => percent(per_year[i]?.return_pct, 4),
      }),
    ),
  ];
  return (
    <DataTable
      caption="Return of each shared year"
      columns={columns}
      rows={symbols}
      rowKey={({ symbol }) => symbol}
      heading="symbol"
    />
  );
}
