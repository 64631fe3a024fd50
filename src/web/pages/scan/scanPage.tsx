import { Page } from '../../ui/page';

export default function ScanPage() {
  return <Page title="Scan" lead="This page is being made." />;
}
