import { Page } from '../../ui/page';

export default function MarketPage() {
  return <Page title="Market" lead="This page is being made." />;
}
