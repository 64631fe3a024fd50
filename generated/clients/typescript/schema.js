/* Generated from openapi.yaml by `npm run generate`. Do not edit. */
export {};
