/* Generated from openapi.yaml by `npm run generate`. Do not edit. */
/** The settings that a client requires. */
export interface Settings {
    readonly baseUrl: string;
    readonly apiKey: string;
}
interface Given {
    readonly baseUrl?: string;
    readonly apiKey?: string;
}
/** The given settings, or else those of the environment. @throws TypeError that names the missing or invalid one, never the key */
export declare function readSettings(given: Given): Settings;
export {};
