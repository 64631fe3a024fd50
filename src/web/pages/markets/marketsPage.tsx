import { Page } from '../../ui/page';

export default function MarketsPage() {
  return <Page title="Markets" lead="This page is being made." />;
}
