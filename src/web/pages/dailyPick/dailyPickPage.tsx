import { Page } from '../../ui/page';

export default function DailyPickPage() {
  return <Page title="Daily pick" lead="This page is being made." />;
}
