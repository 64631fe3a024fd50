import {
  type CalendarEntry,
  type CalendarPattern,
  type FollowedRun,
  followed,
  MOST_FOLLOWED,
} from '../../../src/core/record/scanChanges';

const found = (symbol: string, entry: string, more: Partial<CalendarPattern> = {}): CalendarPattern => ({
  market: '0',
  symbol,
  name: symbol,
  direction: 'long',
  neutral: false,
  verdict: 'v',
  hold_days: 10,
  entry_date: entry,
  entry_session: entry,
  exit_date: '2024-08-09',
  exit_session: '2024-08-09',
  ...more,
});
const run = (today: string, patterns: readonly CalendarPattern[], more: Partial<FollowedRun> = {}): FollowedRun => ({
  scanId: 's',
  at: new Date(`${today}T11:00:00Z`),
  today,
  simulated: false,
  found: patterns,
  ...more,
});
/** The calendar after some runs. */
const after = (...runs: FollowedRun[]) => runs.reduce<CalendarEntry[]>((former, one) => followed(former, one), []);
const brief = (entries: readonly CalendarEntry[]) =>
  entries.map(({ symbol, entry_session, sequence, cancelled }) => [symbol, entry_session, sequence, cancelled]);

const first = run('2024-07-01', [found('V', '2024-07-09'), found('KO', '2024-07-05')]);

test('new setups become entries by entry session, with ids unique among all calendars', () => {
  const entries = after(first);
  expect(brief(entries)).toEqual([
    ['KO', '2024-07-05', 0, false],
    ['V', '2024-07-09', 0, false],
  ]);
  expect(entries[0]).toMatchObject({ made_at: '2024-07-01T11:00:00.000Z', changed_at: '2024-07-01T11:00:00.000Z' });
  expect(entries[0].uid).toMatch(/^[0-9a-f]{32}$/);
  const others = after({ ...first, scanId: 't' });
  expect(new Set([...entries, ...others].map(({ uid }) => uid)).size).toBe(4);
});

test('an equal run changes nothing, not even the time of the change', () => {
  expect(after(first, run('2024-07-02', first.found))).toEqual(after(first));
});

test('a moved date moves the entry and increments its sequence; other texts only update it', () => {
  const [ko, v] = after(first);
  const next = after(first, run('2024-07-02', [found('V', '2024-07-10'), found('KO', '2024-07-05', { verdict: 'w' })]));
  const changed_at = '2024-07-02T11:00:00.000Z';
  expect(next).toEqual([
    { ...ko, verdict: 'w', changed_at },
    { ...v, entry_date: '2024-07-10', entry_session: '2024-07-10', sequence: 1, changed_at },
  ]);
});

test('an entry not found before its entry date is cancelled, can come back as the same, and ends after 30 days', () => {
  const gone = run('2024-07-02', [found('KO', '2024-07-05')]);
  expect(brief(after(first, gone))).toEqual([
    ['KO', '2024-07-05', 0, false],
    ['V', '2024-07-09', 1, true],
  ]);
  const back = after(first, gone, run('2024-07-03', first.found));
  expect(brief(back)).toContainEqual(['V', '2024-07-09', 2, false]);
  expect(back.map(({ uid }) => uid)).toEqual(after(first).map(({ uid }) => uid));
  const symbols = (entries: readonly CalendarEntry[]) => entries.map(({ symbol }) => symbol);
  expect(symbols(after(first, gone, run('2024-08-01', [])))).toEqual(['KO', 'V']);
  expect(symbols(after(first, gone, run('2024-08-02', [])))).toEqual(['KO']);
});

test('an entered setup stays unchanged until 30 days after its end, and is not entered again', () => {
  const entered = after(first, run('2024-07-10', [found('V', '2024-07-09'), found('V', '2024-07-15')]));
  const [ko, v] = after(first);
  expect(entered.slice(0, 2)).toEqual([ko, v]);
  expect(brief(entered.slice(2))).toEqual([['V', '2024-07-15', 0, false]]);
  expect(entered[2].uid).not.toBe(v.uid);
  expect(after(first, run('2024-09-08', []))).toEqual([ko, v]);
  expect(after(first, run('2024-09-09', []))).toEqual([]);
});

test('several setups of a symbol each match the nearest entry; a new one at an old date gets its own id', () => {
  const two = run('2024-07-01', [found('V', '2024-07-09'), found('V', '2024-07-20')]);
  const [a, b] = after(two);
  const moved = after(two, run('2024-07-02', [found('V', '2024-07-18'), found('V', '2024-07-10')]));
  expect(moved.map(({ uid }) => uid)).toEqual([a.uid, b.uid]);
  const joined = after(two, run('2024-07-02', [found('V', '2024-07-10')]), two);
  expect(brief(joined)).toEqual([
    ['V', '2024-07-09', 2, false],
    ['V', '2024-07-20', 2, false],
  ]);
  // The first has moved away from the date in its id.
  const away = run('2024-07-02', [found('V', '2024-07-12')]);
  const again = after(
    { ...two, found: [found('V', '2024-07-09')] },
    away,
    run('2024-07-03', [found('V', '2024-07-12'), found('V', '2024-07-09')]),
  );
  expect(new Set(again.map(({ uid }) => uid)).size).toBe(2);
  expect(brief(again)).toEqual([
    ['V', '2024-07-09', 0, false],
    ['V', '2024-07-12', 1, false],
  ]);
});

test('another direction or another market is another entry', () => {
  const others = [found('V', '2024-07-09', { direction: 'short' }), found('V', '2024-07-09', { market: '2' })];
  const entries = after(first, run('2024-07-02', others));
  const told = entries.map(
    (one) => `${one.market} ${one.symbol} ${one.direction} ${one.cancelled ? 'cancelled' : 'stands'}`,
  );
  expect(told.sort()).toEqual(['0 KO long cancelled', '0 V long cancelled', '0 V short stands', '2 V long stands']);
  expect(new Set(entries.map(({ uid }) => uid)).size).toBe(4);
});

test('when real prices replace simulated ones, all earlier entries are cancelled, even entered ones', () => {
  const simulated = { ...first, simulated: true };
  const real = run('2024-07-06', [found('V', '2024-07-09')]);
  const entries = after(simulated, real);
  expect(entries.map((one) => [one.symbol, one.simulated, one.cancelled]).sort()).toEqual([
    ['KO', true, true],
    ['V', false, false],
    ['V', true, true],
  ]);
});

test('its length is limited: the first setups found are followed, and cancelled entries are removed first', () => {
  const many = (prefix: string) => Array.from({ length: 150 }, (_, i) => found(`${prefix}${i}`, '2024-07-20'));
  const days = Array.from({ length: 9 }, (_, i) => run(`2024-07-0${i + 1}`, many(`${i} `)));
  expect(after(days[0])).toHaveLength(MOST_FOLLOWED);
  const entries = after(...days);
  expect(entries).toHaveLength(500);
  expect(entries.filter(({ cancelled }) => !cancelled)).toHaveLength(MOST_FOLLOWED);
});
