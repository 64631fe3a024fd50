import { useState } from 'preact/hooks';
import { apiRequest } from '../../api/apiRequest';
import { client, responseBody, type Schemas } from '../../api/client';
import { useAction } from '../../api/useAction';
import { useRequest } from '../../api/useRequest';
import { SelectField } from '../../ui/controls';
import { CopyButton } from '../../ui/copyButton';
import { NeutralField } from '../../ui/neutralField';
import { ConsoleResponse } from '../account/consoleResponse';
import { LinkForm, LinkTable } from '../account/secretLinks';
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
  const [created, setCreated] = useState<Created | null>(null);
  return (
    <ConsoleResponse response={response} refetch={refetch}>
      {(have) => (
        <>
          {created && (
            <ShownOnce
              title={`The address of “${created.calendar_link.name}”`}
              secret={created.url}
              about={`${created.message} Calendar apps subscribe to it. Whoever has it can read this calendar, and nothing else.`}
              dismiss={() => setCreated(null)}
            >
              <CopyButton text={created.url} label="Copy the address" />
            </ShownOnce>
          )}
          {have.calendar_links.length > 0 && (
            <LinkTable
              caption="Calendar links"
              links={have.calendar_links}
              keyOf={(link) => link.calendar_link_id}
              contentOf={(link) => (link.source === PICK ? 'the daily pick' : 'a saved scan')}
              extension=".ics"
              warning="Apps that read this calendar get nothing more from it. This cannot be undone; another link can be made."
              revoke={revokeLink}
              onRevoked={refetch}
            />
          )}
          <CreateLink
            scans={scans}
            have={have}
            onCreated={(link) => {
              setCreated(link);
              refetch();
            }}
          />
        </>
      )}
    </ConsoleResponse>
  );
}

function revokeLink({ calendar_link_id }: CalendarLink) {
  return responseBody(client.DELETE('/calendar-links/{calendar_link_id}', { params: { path: { calendar_link_id } } }));
}

function CreateLink(props: {
  scans: readonly SavedScan[];
  have: Schemas['CalendarLinkList'];
  onCreated: (created: Created) => void;
}) {
  const { scans, have, onCreated } = props;
  const [source, setSource] = useState(PICK);
  const [alarm, setAlarm] = useState<string>(NO_ALARM);
  const [neutral, setNeutral] = useState(false);
  const of =
    source === PICK ? { source: PICK as typeof PICK } : { source: 'saved_scan' as const, saved_scan_id: source };
  const body = {
    ...of,
    ...(alarm !== NO_ALARM && { alarm_minutes_before: Number(alarm) }),
    include_neutral: neutral,
  };
  const create = useAction(() => responseBody(client.POST('/calendar-links', { body })), onCreated);
  return (
    <LinkForm
      title="Subscribe in a calendar app"
      about="An address for Apple, Google, Outlook or any other: an all-day event for each entry and one for each end, which follow what the daily runs find."
      create={create}
      count={have.calendar_links.length}
      most={have.most}
    >
      <div class="row">
        <SelectField
          label="Calendar of"
          value={source}
          change={setSource}
          options={[[PICK, 'the daily pick'], ...scans.map((scan) => [scan.saved_scan_id, scan.name] as const)]}
        />
        <SelectField label="Alarm" value={alarm} change={setAlarm} options={ALARMS} />
      </div>
      <NeutralField value={neutral} change={setNeutral} />
    </LinkForm>
  );
}
