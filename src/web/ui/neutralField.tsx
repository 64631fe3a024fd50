/** Whether neutral setups, on which nobody is to act, are told of too. */
export function NeutralField({ value, change }: { value: boolean; change: (value: boolean) => void }) {
  return (
    <label class="check">
      <input type="checkbox" checked={value} onChange={({ currentTarget }) => change(currentTarget.checked)} />
      <span>
        Neutral setups too <span class="small soft">on which the record gives no reason to act</span>
      </span>
    </label>
  );
}
