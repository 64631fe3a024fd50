import { Page } from '../../ui/page';

export default function BasketPage() {
  return <Page title="Basket" lead="This page is being made." />;
}
