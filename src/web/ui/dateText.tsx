import { weekday } from './format';

/** A date as it is written in the answer; the weekday stands in its title. */
export function DateText({ date }: { date: string }) {
  return (
    <time dateTime={date} title={`${weekday(date)}, ${date}`} class="nowrap">
      {date}
    </time>
  );
}
