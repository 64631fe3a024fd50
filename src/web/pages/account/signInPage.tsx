import { Page } from '../../ui/page';

export default function SignInPage() {
  return <Page title="Sign in" lead="This page is being made." />;
}
