/** Why nobody comes in with a key, a sign-in or a link of an account that an operator has suspended. */
export const SUSPENDED = 'The account is suspended: ask the operator of this service.';
