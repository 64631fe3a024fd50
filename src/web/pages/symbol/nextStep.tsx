import { CopyButton } from '../../ui/copyButton';
import { DateText } from '../../ui/dateText';
import { KeyValues } from '../../ui/keyValues';
import type { Card } from './symbolQuery';

/** The order ticket and the reminder for the window, if any. */
export function NextStep({ card }: { card: Card }) {
  const { headline, order_ticket: ticket, set_reminder: reminder, copy_text, framing } = card.next_step;
  return (
    <section aria-label="Next step" class="stack">
      <h2>Next step</h2>
      <p>{headline}</p>
      {ticket ? (
        <KeyValues
          pairs={[
            ['Order', `${ticket.side} ${ticket.symbol}, ${ticket.type}, ${ticket.time_in_force}`],
            ['Enter', <DateText key="enter" date={ticket.suggested_entry_date} />],
            ['Leave', <DateText key="leave" date={ticket.suggested_exit_date} />],
            ['Note', ticket.note],
          ]}
        />
      ) : (
        <p class="soft">There is no order ticket: it comes with windows of p 0.05 or less that still lie ahead.</p>
      )}
      {reminder && (
        <p>
          Reminder for <DateText date={reminder.fire_on} />: {reminder.message}
        </p>
      )}
      <CopyButton text={copy_text} label="Copy in a line" />
      <p class="small soft">{framing}</p>
      <p class="small soft">{card.tier_notes}</p>
      <p class="small soft">{card.disclaimer}</p>
    </section>
  );
}
