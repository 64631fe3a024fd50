import { Page } from '../../ui/page';

export default function CalendarPage() {
  return <Page title="Calendar" lead="This page is being made." />;
}
