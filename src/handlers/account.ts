import type { Operations } from '../operation';
import {
  accountEvents,
  accountUsage,
  createKey,
  describeAccount,
  listKeys,
  revokeKey,
  rotateKey,
} from '../services/account/account';
import {
  beginProviderSignIn,
  endSession,
  listSessions,
  mailLink,
  signInByLink,
  signInByProvider,
  signInMethods,
  signOut,
  signOutEverywhere,
} from '../services/account/sessions';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  redeliverEvent,
  rotateWebhookSecret,
  testWebhook,
} from '../services/account/webhooks';
import type { ServiceDeps } from '../services/screening/deps';

/** The account of a signed-in person: sign-in, sessions, keys and usage; and its webhooks. */
export const account = {
  getAccount: describeAccount,
  getAccountUsage: accountUsage,
  listAccountEvents: accountEvents,
  listSessions,
  signOutEverywhere,
  endSession,
  signOut,
  listKeys,
  createKey,
  rotateKey,
  revokeKey,
  getSignInWays: signInMethods,
  mailSignInLink: mailLink,
  signInByLink,
  beginProviderSignIn,
  signInByProvider,
  listWebhooks,
  createWebhook,
  getWebhook,
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  redeliverEvent,
} satisfies Operations<ServiceDeps>;
