import { lookbackLabel } from '../../src/answers/lookbackLabel';
import { fromIso } from '../../src/core/calendar/dates';

test.each([
  ['consecutive', '2024-07-01', '8'],
  ['pe', '2024-07-01', '8 pe0'],
  ['pe', '2025-07-01', '8 pe1'],
  ['pe2', '2024-07-01', '8 pe2'],
] as const)('%s, entered %s: %s', (cycle, entry, want) =>
  expect(lookbackLabel({ years: 8, cycle, entry: fromIso(entry) })).toBe(want),
);
