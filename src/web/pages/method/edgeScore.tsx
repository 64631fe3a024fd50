import type { Schemas } from '../../api/client';
import { type Column, DataTable } from '../../ui/dataTable';
import { number, share } from '../../ui/format';
import { Inline } from '../../ui/prose';

type Method = Schemas['Methodology'];
type Chance = Method['chance'][number];

const CHANCES: readonly Column<Chance>[] = [
  { key: 'years', header: 'Years', align: 'end', value: ({ years }) => Number(years) },
  { key: 'wins', header: 'Won at least', align: 'end', value: ({ min_wins }) => min_wins },
  {
    key: 'any',
    header: 'Any date wins',
    align: 'end',
    value: ({ any_date_win_rate }) => any_date_win_rate,
    cell: ({ any_date_win_rate }) => share(any_date_win_rate),
  },
  {
    key: 'chance',
    header: 'Luck alone does it in',
    align: 'end',
    value: ({ probability_pct }) => probability_pct,
    cell: ({ probability_pct }) => `${number(probability_pct, 1)} %`,
  },
];

/** Formula of the edge score, and how often luck alone reaches a win rate. */
export function EdgeScore({ method: { edge_score: edge, chance } }: { method: Method }) {
  return (
    <div class="stack">
      <h2>The edge score</h2>
      <p>
        From {edge.range.min} to {edge.range.max}; below {edge.neutral_below} a setup is neutral.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{edge.formula.join('\n')}</pre>
      <DataTable
        caption="Its parts"
        columns={[
          { key: 'symbol', header: 'Part', value: ({ symbol }) => symbol },
          {
            key: 'weight',
            header: 'Weight',
            align: 'end',
            value: ({ weight }) => weight,
            cell: ({ weight }) => share(weight),
          },
          { key: 'meaning', header: 'Meaning', value: ({ meaning }) => meaning },
        ]}
        rows={edge.parts}
        rowKey={({ symbol }) => symbol}
        heading="symbol"
      />
      <DataTable
        caption="The factor f, for luck"
        columns={[
          { key: 'factor', header: 'f', align: 'end', value: ({ factor }) => factor },
          { key: 'condition', header: 'Where', value: ({ condition }) => condition },
        ]}
        rows={edge.confidence}
        rowKey={({ condition }) => condition}
      />
      <p>Held below {edge.neutral_below} by:</p>
      <ul>
        {edge.caps.map((cap) => (
          <li key={cap}>
            <Inline text={cap} />
          </li>
        ))}
      </ul>
      <h2>How often luck alone wins so many years</h2>
      <DataTable
        caption="One window that nobody chose; a search looks at thousands"
        columns={CHANCES}
        rows={chance}
        rowKey={({ years, min_wins, any_date_win_rate }) => `${years} ${min_wins} ${any_date_win_rate}`}
      />
    </div>
  );
}
