import { Page } from '../../ui/page';

export default function OperatorPage() {
  return <Page title="Operator" lead="This page is being made." />;
}
