import { useLayoutEffect, useState } from 'preact/hooks';
import inputs from '../../../../generated/pages.json';
import { useDraft } from '../../state/useDraft';
import { NumberField, SelectField } from '../../ui/controls';
import { CYCLES } from '../../ui/lookback';
import { TextField } from '../../ui/textField';
import { type Direction, EMPTY_ROW, type FormState, formatRows, MAX_POSITIONS, parseRows, type Row } from './basket';
import './basket.css';

const { days: DAYS, years: YEARS } = inputs.runPortfolioScenarios.body.properties;

const DIRECTIONS = [
  ['long', 'long'],
  ['short', 'short'],
] as const;

/** Form for the positions and the lookback of a basket. */
export function BasketForm({
  submitted,
  onSubmit,
}: {
  submitted: FormState;
  onSubmit: (submitted: FormState) => void;
}) {
  const { draft, field } = useDraft(submitted);
  const [rows, setRows] = useState<readonly Row[]>(() => startingRows(submitted));
  // In a layout effect: a later one would overwrite what was typed meanwhile.
  useLayoutEffect(() => setRows(startingRows(submitted)), [submitted]);
  const change = (at: number, row: Row) => setRows(rows.map((other, i) => (i === at ? row : other)));
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({ ...draft, positions: formatRows(rows) });
      }}
    >
      <fieldset class="stack">
        <legend>Positions, at most {MAX_POSITIONS}; only the share of a weight in all weights counts</legend>
        {rows.map((row, i) => (
          <PositionRow
            key={i}
            at={i}
            row={row}
            change={(next) => change(i, next)}
            remove={rows.length > 1 ? () => setRows(rows.filter((_, j) => j !== i)) : null}
          />
        ))}
        <button
          type="button"
          class="button"
          disabled={rows.length >= MAX_POSITIONS}
          onClick={() => setRows([...rows, EMPTY_ROW])}
        >
          Add a position
        </button>
      </fieldset>
      <div class="fields">
        <TextField label="Start date" type="date" {...field('start')} hint="Empty: today in New York." />
        <NumberField
          label="Custom days"
          schema={DAYS}
          {...field('days')}
          hint="Empty: none beside 30, 60, 90 and year end."
        />
        <NumberField label="Years" schema={YEARS} {...field('years')} />
        <SelectField label="Which years" {...field('cycle')} options={CYCLES} />
        <TextField
          label="Benchmark"
          {...field('benchmark')}
          placeholder="SPY"
          hint="Held long over the same years."
          maxLength={32}
        />
      </div>
      <button type="submit" class="button main">
        Show
      </button>
    </form>
  );
}

function startingRows(submitted: FormState): readonly Row[] {
  const rows = parseRows(submitted.positions);
  return rows.length === 0 ? [EMPTY_ROW, EMPTY_ROW] : rows;
}

function PositionRow(props: { at: number; row: Row; change: (row: Row) => void; remove: (() => void) | null }) {
  const { at, row, change, remove } = props;
  const name = (what: string) => `${what} ${at + 1}`;
  const weight = Number(row.weight);
  return (
    <div class="position">
      <TextField
        label={name('Symbol')}
        labelHidden={at > 0}
        value={row.symbol}
        change={(symbol) => change({ ...row, symbol })}
        placeholder="Symbol"
        maxLength={32}
      />
      <TextField
        label={name('Weight')}
        labelHidden={at > 0}
        type="number"
        step="any"
        value={row.weight}
        change={(text) => change({ ...row, weight: text })}
        fault={row.symbol !== '' && !(weight > 0) ? 'A number above 0.' : null}
      />
      <SelectField
        label={name('Direction')}
        labelHidden={at > 0}
        value={row.direction}
        change={(direction) => change({ ...row, direction: direction as Direction })}
        options={DIRECTIONS}
      />
      <TextField
        label={name('Market')}
        labelHidden={at > 0}
        value={row.market}
        change={(market) => change({ ...row, market })}
        placeholder="any market"
        maxLength={100}
      />
      <button
        type="button"
        class="button"
        disabled={remove === null}
        onClick={() => remove?.()}
        aria-label={`Remove position ${at + 1}`}
      >
        Remove
      </button>
    </div>
  );
}
