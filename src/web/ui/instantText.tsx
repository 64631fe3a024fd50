import { weekday } from './format';

const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?/;

/** An instant of an answer, to the minute and in UTC, as columns and captions say beside it; null is never. */
export function InstantText({ at, none = 'never' }: { at: string | null; none?: string }) {
  if (at === null) return <span class="soft">{none}</span>;
  const [, date = at, time = '', seconds = ''] = INSTANT.exec(at) ?? [];
  return (
    <time dateTime={at} title={`${weekday(date)}, ${date} ${time}${seconds} UTC`} class="nowrap">
      {date} {time}
    </time>
  );
}
