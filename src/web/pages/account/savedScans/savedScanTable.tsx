import { Link } from 'wouter-preact';
import { type Column, DataTable } from '../../../ui/dataTable';
import { InstantText } from '../../../ui/dateText';
import { filtersText, type SavedScan, savedScanAddress, scanRunsAddress } from '../../savedScans/savedScan';

/** The action that a dialog asks about. */
export interface PendingAction {
  readonly act: 'rename' | 'delete';
  readonly scan: SavedScan;
}

export function SavedScanTable({
  scans,
  onAction,
}: {
  scans: readonly SavedScan[];
  onAction: (pending: PendingAction) => void;
}) {
  const columns: readonly Column<SavedScan>[] = [
    {
      key: 'name',
      header: 'Scan',
      value: ({ name }) => name,
      cell: (scan) => (
        <div class="cell-text">
          <Link href={savedScanAddress(scan)}>{scan.name}</Link>
          {scan.note && <span class="cell-note soft">{scan.note}</span>}
        </div>
      ),
    },
    {
      key: 'change',
      header: 'Change',
      unsortable: true,
      value: () => null,
      cell: (scan) => <Acts scan={scan} onAction={onAction} />,
    },
    {
      key: 'run',
      header: 'Last run',
      title: 'UTC',
      value: ({ last_run }) => last_run?.at ?? null,
      cell: (scan) => <LastRun scan={scan} />,
    },
    {
      key: 'query',
      header: 'Looks for',
      unsortable: true,
      value: filtersText,
      cell: (scan) => <div class="cell-text small">{filtersText(scan)}</div>,
    },
    {
      key: 'created',
      header: 'Saved',
      title: 'UTC',
      value: (scan) => scan.created_at,
      cell: (scan) => <InstantText at={scan.created_at} />,
    },
  ];
  return (
    <DataTable
      caption="Saved scans, times in UTC"
      columns={columns}
      rows={scans}
      rowKey={({ saved_scan_id }) => saved_scan_id}
      heading="name"
    />
  );
}

function LastRun({ scan: { saved_scan_id, name, last_run: run } }: { scan: SavedScan }) {
  if (run === null) return <span class="soft">not yet</span>;
  return (
    <>
      <InstantText at={run.at} />
      <span class="cell-note soft">
        {run.fault !== null ? 'failed' : run.as_of !== null && `prices through ${run.as_of}`}
      </span>
      <Link href={scanRunsAddress(saved_scan_id)} aria-label={`Changes of ${name}`}>
        Changes
      </Link>
    </>
  );
}

function Acts({ scan, onAction }: { scan: SavedScan; onAction: (pending: PendingAction) => void }) {
  const button = (act: PendingAction['act'], verb: string) => (
    <button type="button" class="button" onClick={() => onAction({ act, scan })} aria-label={`${verb} ${scan.name}`}>
      {verb}
    </button>
  );
  return (
    <span class="acts">
      {button('rename', 'Rename')}
      {button('delete', 'Delete')}
    </span>
  );
}
