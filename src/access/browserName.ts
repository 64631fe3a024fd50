/** By what only they say; those that pretend to be others come first. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
];

/** A User-Agent in the few words by which people know their browser: nothing of the header itself is kept. */
export function browserName(agent = ''): string {
  const browser = BROWSERS.find(([mark]) => mark.test(agent))?.[1] ?? 'another program';
  const system = SYSTEMS.find(([mark]) => mark.test(agent))?.[1];
  return system === undefined ? browser : `${browser} on ${system}`;
}
