import { useState } from 'preact/hooks';
import { apiRequest } from '../../../api/apiRequest';
import { client, responseBody, type Schemas } from '../../../api/client';
import { useAction } from '../../../api/useAction';
import { useRequest } from '../../../api/useRequest';
import { SelectField } from '../../../ui/controls';
import { CopyButton } from '../../../ui/copyButton';
import { TextField } from '../../../ui/textField';
import type { SavedScan } from '../../savedScans/savedScan';
import { ConsoleResponse } from '../consoleResponse';
import { LinkForm, LinkTable } from '../secretLinks';
import { ShownOnce } from '../shownOnce';

type Created = Schemas['CreatedTableLink'];

/** Table links, at which spreadsheets read a saved scan as CSV: created, shown once, and revoked. */
export function TableLinks({ scans }: { scans: readonly SavedScan[] }) {
  const [response, refetch] = useRequest(apiRequest('/table-links'));
  const [created, setCreated] = useState<Created | null>(null);
  const scanNames = new Map(scans.map((scan) => [scan.saved_scan_id, scan.name]));
  return (
    <ConsoleResponse response={response} refetch={refetch}>
      {(have) => (
        <>
          {created && (
            <ShownOnce
              title={`The address of “${created.table_link.name}”`}
              secret={created.url}
              about={`${created.message} In Google Sheets: =IMPORTDATA("…"); in Excel: Data, From Web. Whoever has it can read this table, and nothing else.`}
              dismiss={() => setCreated(null)}
            >
              <CopyButton text={created.url} label="Copy the address" />
            </ShownOnce>
          )}
          {have.table_links.length > 0 && (
            <LinkTable
              caption="Table links"
              links={have.table_links}
              keyOf={(link) => link.table_link_id}
              contentOf={(link) => scanNames.get(link.saved_scan_id) ?? 'a saved scan'}
              extension=".csv"
              warning="Spreadsheets that read this address get nothing more from it. This cannot be undone; another link can be made."
              revoke={revokeLink}
              onRevoked={refetch}
            />
          )}
          {scans.length > 0 && (
            <CreateLink
              scans={scans}
              have={have}
              onCreated={(link) => {
                setCreated(link);
                refetch();
              }}
            />
          )}
        </>
      )}
    </ConsoleResponse>
  );
}

function revokeLink({ table_link_id }: Schemas['TableLink']) {
  return responseBody(client.DELETE('/table-links/{table_link_id}', { params: { path: { table_link_id } } }));
}

function CreateLink(props: {
  scans: readonly SavedScan[];
  have: Schemas['TableLinkList'];
  onCreated: (created: Created) => void;
}) {
  const { scans, have, onCreated } = props;
  const [scan, setScan] = useState(scans[0].saved_scan_id);
  const [name, setName] = useState('');
  // The scan chosen may have been deleted since, above on the same page.
  const saved_scan_id = scans.some((one) => one.saved_scan_id === scan) ? scan : scans[0].saved_scan_id;
  const body = { saved_scan_id, ...(name.trim() !== '' && { name: name.trim() }) };
  const create = useAction(() => responseBody(client.POST('/table-links', { body })), onCreated);
  return (
    <LinkForm
      title="Read in a spreadsheet"
      about="A secret address at which Google Sheets, Excel or any other program reads the present result of a saved scan as CSV, without a key."
      create={create}
      count={have.table_links.length}
      most={have.most}
    >
      <div class="row">
        <SelectField
          label="Table of"
          value={saved_scan_id}
          change={setScan}
          options={scans.map((one) => [one.saved_scan_id, one.name] as const)}
        />
        <TextField label="Name (optional)" value={name} change={setName} />
      </div>
    </LinkForm>
  );
}
