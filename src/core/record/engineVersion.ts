/** Changes whenever any number this program computes from the same prices may change. Stands in every ledger record. */
export const ENGINE_VERSION = '2';
