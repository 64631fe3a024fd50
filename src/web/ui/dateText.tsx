import { weekday } from './format';

/** A date YYYY-MM-DD; its tooltip shows the weekday. */
export function DateText({ date }: { date: string }) {
  return (
    <time dateTime={date} title={`${weekday(date)}, ${date}`} class="nowrap">
      {date}
    </time>
  );
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?/;

/** An instant to the minute, in UTC; `none` is the text for null. The column or caption beside it must say "UTC". */
export function InstantText({ at, none = 'never' }: { at: string | null; none?: string }) {
  if (at === null) return <span class="soft">{none}</span>;
  const [, date = at, time = '', seconds = ''] = INSTANT.exec(at) ?? [];
  return (
    <time dateTime={at} title={`${weekday(date)}, ${date} ${time}${seconds} UTC`} class="nowrap">
      {date} {time}
    </time>
  );
}
