import { Page } from '../../ui/page';

export default function SymbolPage() {
  return <Page title="Symbol" lead="This page is being made." />;
}
