import { Page } from '../../ui/page';

export default function ComparePage() {
  return <Page title="Compare" lead="This page is being made." />;
}
