import { Page } from '../../ui/page';

export default function AccountPage() {
  return <Page title="Account" lead="This page is being made." />;
}
