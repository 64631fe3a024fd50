import { useId, useState } from 'preact/hooks';
import { apiRequest } from '../../api/apiRequest';
import { client, responseBody, type Schemas } from '../../api/client';
import { useAction } from '../../api/useAction';
import { useRequest } from '../../api/useRequest';
import { SelectField } from '../../ui/controls';
import { CopyButton } from '../../ui/copyButton';
import { type Column, DataTable } from '../../ui/dataTable';
import { InstantText } from '../../ui/dateText';
import { ActionFailure } from '../account/actionFailure';
import { Confirm } from '../account/confirm';
import { ConsoleResponse } from '../account/consoleResponse';
import { ShownOnce } from '../account/shownOnce';
import type { SavedScan } from '../savedScans/savedScan';
import '../../style/console.css';

type CalendarLink = Schemas['CalendarLink'];
type Created = Schemas['CreatedCalendarLink'];

const PICK = 'daily_pick';
const NO_ALARM = '';
/** Minutes before the day begins, as the contract counts them. */
const ALARMS = [
  [NO_ALARM, 'no alarm'],
  ['360', '18:00 the evening before'],
  ['-480', '8:00 on the day'],
  ['-900', '15:00 on the day'],
] as const;

/** Calendar links, to which calendar apps subscribe: created, shown once, and revoked. */
export function CalendarLinks({ scans }: { scans: readonly SavedScan[] }) {
  const [response, refetch] = useRequest(apiRequest('/calendar-links'));
  const [onCreated, setMade] = useState<Created | null>(null);
  return (
    <ConsoleResponse response={response} refetch={refetch}>
      {(have) => (
        <>
          {onCreated && (
            <ShownOnce
              title={`The address of “${onCreated.calendar_link.name}”`}
              secret={onCreated.url}
              about={`${onCreated.message} Calendar apps subscribe to it. Whoever has it can read this calendar, and nothing else.`}
              dismiss={() => setMade(null)}
            >
              <CopyButton text={onCreated.url} label="Copy the address" />
            </ShownOnce>
          )}
          {have.calendar_links.length > 0 && <LinkTable links={have.calendar_links} revoked={refetch} />}
          <CreateLink
            scans={scans}
            have={have}
            onCreated={(created) => {
              setMade(created);
              refetch();
            }}
          />
        </>
      )}
    </ConsoleResponse>
  );
}

function LinkTable({ links, revoked }: { links: readonly CalendarLink[]; revoked: () => void }) {
  const [revoking, setRevoking] = useState<CalendarLink | null>(null);
  const columns: readonly Column<CalendarLink>[] = [
    {
      key: 'name',
      header: 'Name',
      value: (link) => link.name,
      cell: (link) => <div class="cell-text">{link.name}</div>,
    },
    { key: 'of', header: 'Of', value: (link) => (link.source === PICK ? 'the daily pick' : 'a saved scan') },
    { key: 'end', header: 'Ends in', value: (link) => `${link.last_four}.ics` },
    {
      key: 'read',
      header: 'Last read',
      title: 'UTC, noted once an hour at most',
      value: (link) => link.last_read_at,
      cell: (link) => <InstantText at={link.last_read_at} none="not yet" />,
    },
    {
      key: 'revoke',
      header: 'Revoke',
      unsortable: true,
      value: () => null,
      cell: (link) => (
        <button type="button" class="button" onClick={() => setRevoking(link)}>
          Revoke<span class="visually-hidden"> {link.name}</span>
        </button>
      ),
    },
  ];
  return (
    <>
      <DataTable
        caption="Calendar links"
        columns={columns}
        rows={links}
        rowKey={(link) => link.calendar_link_id}
        heading="name"
      />
      {revoking && (
        <Revoke
          link={revoking}
          close={() => setRevoking(null)}
          revoked={() => {
            setRevoking(null);
            revoked();
          }}
        />
      )}
    </>
  );
}

function Revoke({ link, revoked, close }: { link: CalendarLink; revoked: () => void; close: () => void }) {
  const { calendar_link_id, name } = link;
  const revoke = useAction(
    () => responseBody(client.DELETE('/calendar-links/{calendar_link_id}', { params: { path: { calendar_link_id } } })),
    revoked,
  );
  return (
    <Confirm title={`Revoke “${name}”?`} verb="Revoke" action={revoke} close={close}>
      <p>Apps that read this calendar get nothing more from it. This cannot be undone; another link can be made.</p>
    </Confirm>
  );
}

function CreateLink(props: {
  scans: readonly SavedScan[];
  have: Schemas['CalendarLinkList'];
  onCreated: (created: Created) => void;
}) {
  const { scans, have, onCreated } = props;
  const id = useId();
  const [source, setSource] = useState(PICK);
  const [alarm, setAlarm] = useState<string>(NO_ALARM);
  const of =
    source === PICK ? { source: PICK as typeof PICK } : { source: 'saved_scan' as const, saved_scan_id: source };
  const body = { ...of, ...(alarm !== NO_ALARM && { alarm_minutes_before: Number(alarm) }) };
  const create = useAction(() => responseBody(client.POST('/calendar-links', { body })), onCreated);
  const isFull = have.calendar_links.length >= have.most;
  return (
    <form
      class="stack"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        create.run();
      }}
    >
      <h2 id={id}>Subscribe in a calendar app</h2>
      <p>
        An address for Apple, Google, Outlook or any other: an all-day event for each entry and one for each end, which
        follow what the daily runs find.
      </p>
      <div class="row">
        <SelectField
          label="Calendar of"
          value={source}
          change={setSource}
          options={[[PICK, 'the daily pick'], ...scans.map((scan) => [scan.saved_scan_id, scan.name] as const)]}
        />
        <SelectField label="Alarm" value={alarm} change={setAlarm} options={ALARMS} />
      </div>
      <ActionFailure action={create} />
      <div class="row">
        <button type="submit" class="button main" disabled={create.busy || isFull}>
          Make the address
        </button>
        <span class="small soft">
          {have.calendar_links.length} of at most {have.most} of your plan.
          {isFull && have.most > 0 && ' Revoke one to make another.'}
        </span>
      </div>
    </form>
  );
}
