import { SelectField } from '../../ui/controls';

const OVERLAPS = [
  [0, 'none: it ends at once'],
  [1, '1 hour'],
  [24, '1 day'],
  [168, '7 days'],
  [720, '30 days'],
] as const;

/** For how long an old secret works beside its successor. @param most hours that the contract takes */
export function OverlapField(props: { most: number; hours: number; change: (hours: number) => void }) {
  return (
    <SelectField
      label="Time in which both work"
      value={String(props.hours)}
      change={(hours) => props.change(Number(hours))}
      options={OVERLAPS.filter(([hours]) => hours <= props.most).map(([hours, text]) => [String(hours), text])}
    />
  );
}
