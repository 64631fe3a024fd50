import { Page } from '../../ui/page';

export default function MethodPage() {
  return <Page title="Method" lead="This page is being made." />;
}
