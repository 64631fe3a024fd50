import type { Browser } from '../../src/operation';

/** Of a handler that is asked without a request. */
export const NO_BROWSER: Browser = {
  agent: undefined,
  keepSession: () => {
    throw new Error('no session is to be kept');
  },
  signIn: undefined,
  keepSignIn: () => {
    throw new Error('no sign-in is to be kept');
  },
};
