import { Link } from 'wouter-preact';
import { Page } from '../ui/page';

export function NotFound() {
  return (
    <Page title="No such page" lead="There is no page at this address.">
      <p>
        Begin with the <Link href="/">scan</Link>, or look for a symbol in its <Link href="/markets">market</Link>.
      </p>
    </Page>
  );
}
