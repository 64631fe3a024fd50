/* Generated from openapi.yaml by `npm run generate`. Do not edit. */
/** What a client cannot do without: where the service is, and with which key. */
export interface Settings {
    readonly baseUrl: string;
    readonly apiKey: string;
}
interface Given {
    readonly baseUrl?: string;
    readonly apiKey?: string;
}
/** What is given, or else what the environment says. @throws TypeError that names what is missing or wrong, never the key */
export declare function readSettings(given: Given): Settings;
export {};
