import { SelectField } from '../../ui/controls';
import { inputFault } from '../../ui/inputSchema';
import { TextField } from '../../ui/textField';
import { SCHEMAS, WINDOWS } from './filters';

const OWN = 'own';
const RANGE = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/;

/** The days of entry: a named window, or two dates. */
export function WindowField({ value, change }: { value: string; change: (value: string) => void }) {
  const isNamed = WINDOWS.some(([name]) => name === value);
  const [, from = '', to = ''] = RANGE.exec(value) ?? [];
  const fault = inputFault(SCHEMAS.window, value);
  return (
    <>
      <SelectField
        label="Entry within"
        value={isNamed ? value : OWN}
        change={(name) => change(name === OWN ? '..' : name)}
        options={[...WINDOWS, [OWN, 'Dates of my own']]}
        title={SCHEMAS.window.description}
        hint={isNamed || fault === null ? undefined : 'Two dates, at most 366 days apart'}
      />
      {!isNamed && (
        <>
          <TextField type="date" label="First entry" value={from} change={(date) => change(`${date}..${to}`)} />
          <TextField type="date" label="Last entry" value={to} change={(date) => change(`${from}..${date}`)} />
        </>
      )}
    </>
  );
}
