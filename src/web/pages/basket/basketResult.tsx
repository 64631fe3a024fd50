import { useMemo } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ContributionBars } from '../../charts/contributionBars';
import { YearDots } from '../../charts/yearDots';
import { symbolAddress } from '../../routes';
import { type Column, DataTable } from '../../ui/dataTable';
import { DateText } from '../../ui/dateText';
import { number, percent, plural } from '../../ui/format';
import { Notice } from '../../ui/notice';
import { Tabs } from '../../ui/tabs';
import { HORIZON_NAMES, type Horizon, type Scenario } from './basket';

interface HorizonResult {
  readonly key: Horizon;
  readonly scenario: Scenario;
}

/** All horizons as dots, and one of them year by year. */
export function BasketResult(props: {
  chosen: Horizon;
  scenario: Scenario;
  all: readonly HorizonResult[];
  choose: (horizon: string) => void;
}) {
  const { chosen, scenario, all, choose } = props;
  const rows = useMemo(
    () =>
      all.map(({ key, scenario: { per_year, result, benchmark, setup } }) => ({
        name: key === 'custom' ? `${setup.hold_days} days *` : HORIZON_NAMES[key],
        years: per_year.map(({ year, return_pct }) => ({ year, pct: return_pct })),
        mean: result?.avg_return_pct ?? null,
        against: benchmark?.avg_return_pct ?? null,
      })),
    [all],
  );
  const measured = all.some(({ scenario: { per_year } }) => per_year.length > 0);
  return (
    <section class="stack" aria-label="Scenarios">
      {scenario.data_age_note && <Notice kind="warn">{scenario.data_age_note}</Notice>}
      {measured && (
        <YearDots
          title={`The basket from ${scenario.setup.entry_date}, each year as a dot`}
          rows={rows}
          against={scenario.benchmark ? `average of ${scenario.benchmark.symbol}` : undefined}
          note="Each horizon over the years that every position observed; * the custom one."
        />
      )}
      <Tabs
        label="Horizon"
        tabs={all.map(({ key }) => ({ key, label: HORIZON_NAMES[key] }))}
        chosen={chosen}
        choose={choose}
      >
        <OneHorizon scenario={scenario} />
      </Tabs>
      <p class="small soft">{scenario.method}</p>
      <p class="small soft">{scenario.disclaimer}</p>
    </section>
  );
}

function OneHorizon({ scenario }: { scenario: Scenario }) {
  const { per_year, positions, skipped_years: skipped, summary, setup, years } = scenario;
  const names = useMemo(() => namesOf(scenario), [scenario]);
  const contributions = useMemo(
    () =>
      per_year.flatMap(({ year, contributions: own }) =>
        own.map((one, i) => ({ year, name: names[i], pct: one.contribution_pct })),
      ),
    [per_year, names],
  );
  const results = useMemo(() => per_year.map(({ year, return_pct }) => ({ year, pct: return_pct })), [per_year]);
  return (
    <div class="stack">
      <p>
        <DateText date={setup.entry_date} /> to <DateText date={setup.exit_date} />, {setup.hold_days} days; lookback{' '}
        {years}; prices through <DateText date={scenario.as_of} />.
      </p>
      <ul>
        {summary.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {per_year.length === 0 ? (
        <Notice kind="warn" title="No year that every position has">
          <p>Take out the position with the shortest history, or look at more years.</p>
        </Notice>
      ) : (
        <ContributionBars
          title={`Contributions of ${plural(positions.length, 'position')} by year, ${plural(per_year.length, 'year')}`}
          contributions={contributions}
          years={results}
          table={<YearTable scenario={scenario} names={names} />}
        />
      )}
      <DataTable
        caption="The positions"
        columns={COLUMNS}
        rows={positions.map((position, i) => ({ ...position, key: String(i) }))}
        rowKey={({ key }) => key}
        heading="symbol"
      />
      {skipped.length > 0 && (
        <details>
          <summary>
            {skipped.length} {skipped.length === 1 ? 'year is' : 'years are'} left out
          </summary>
          <ul>
            {skipped.map(({ year, symbols }) => (
              <li key={year}>
                {year}: missing for {symbols.join(', ')}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Names of the positions; a symbol that is there twice gets its direction. */
function namesOf({ positions }: Scenario): string[] {
  return positions.map(({ symbol, direction }, i) => {
    const twice = positions.some((other, j) => j !== i && other.symbol === symbol);
    return twice ? `${symbol} ${direction}` : symbol;
  });
}

type Position = Scenario['positions'][number] & { readonly key: string };

const COLUMNS: readonly Column<Position>[] = [
  {
    key: 'symbol',
    header: 'Symbol',
    value: (p) => p.symbol,
    cell: (p) => <Link href={symbolAddress(p.symbol, p.market.id)}>{p.symbol}</Link>,
  },
  { key: 'direction', header: 'Direction', value: (p) => p.direction },
  {
    key: 'weight',
    header: 'Weight, %',
    align: 'end',
    value: (p) => p.weight_pct,
    cell: (p) => number(p.weight_pct, 1),
  },
  {
    key: 'mean',
    header: 'Average return',
    align: 'end',
    value: (p) => p.avg_return_pct,
    cell: (p) => percent(p.avg_return_pct),
  },
  {
    key: 'contribution',
    header: 'Average contribution',
    title: 'Percentage points of the basket',
    align: 'end',
    value: (p) => p.avg_contribution_pct,
    cell: (p) => percent(p.avg_contribution_pct),
  },
  { key: 'years', header: 'Years observed', align: 'end', value: (p) => p.years_covered },
  {
    key: 'from',
    header: 'Data from',
    value: (p) => p.data_from,
    cell: (p) => (p.data_from === null ? '–' : <DateText date={p.data_from} />),
  },
  { key: 'market', header: 'Market', value: (p) => p.market.name },
];

type Year = Scenario['per_year'][number];

/** The contributions as a table. */
function YearTable({ scenario, names }: { scenario: Scenario; names: readonly string[] }) {
  const columns: Column<Year>[] = [
    { key: 'year', header: 'Year', value: ({ year }) => year },
    {
      key: 'result',
      header: 'Basket',
      align: 'end',
      value: (y) => y.return_pct,
      cell: (y) => percent(y.return_pct, 4),
    },
    ...names.map(
      (name, i): Column<Year> => ({
        key: `${i}`,
        header: name,
        align: 'end',
        value: ({ contributions }) => contributions[i].contribution_pct,
        cell: ({ contributions }) => percent(contributions[i].contribution_pct, 4),
      }),
    ),
  ];
  return (
    <DataTable
      caption="Contributions by year, percentage points"
      columns={columns}
      rows={scenario.per_year}
      rowKey={({ year }) => year}
      heading="year"
    />
  );
}
