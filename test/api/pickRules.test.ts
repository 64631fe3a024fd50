import { LEDGER_TOOLS } from '../../scripts/ledger';
import { verifyLedger } from '../../src/core/record/verification';
import { ReplayedPicks } from '../../src/services/record/replayedPicks';
import { currentPrices } from '../../src/services/screening/deps';
import { startTestApp, type TestApp } from '../helpers/app';
import { fakePredictor } from '../helpers/fakePredictor';
import { CARD, outcomeEntry, pickEntry } from '../helpers/ledgerEntries';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

/** Old records name no rule: they remain, verify and count as version 1. New picks are made by version 2. */

let app: TestApp;
let old: { seq: number; hash: string }[];
beforeAll(async () => {
  const symbols = plantedUniverse().filter((_, i) => i % 6 === 0);
  app = await startTestApp({ now: UNIVERSE_NOW, symbols, predictorFor: fakePredictor, metered: false });
  const { records } = app.storage;
  const published = { engine_version: '2', simulated: false };
  const first = await records.append('session 2024-12-02', () => ({
    entry: pickEntry('2024-12-02', published),
    card: CARD,
  }));
  const second = await records.append('session 2024-12-03', () => ({
    entry: pickEntry('2024-12-03', { ...published, symbol: 'MSFT' }),
    card: CARD,
  }));
  const outcome = outcomeEntry(first!, 2.5, { published_at: '2024-12-17T23:10:00.000Z' });
  await records.append(`outcome ${first!.seq}`, () => ({ entry: outcome }));
  old = [first!, second!];
  await app.service.schedule.tick();
});
afterAll(() => app.close());

test('old records verify unchanged and name no rule, the new one names its own', async () => {
  const { body } = await app.get('/v1/daily-pick/ledger').expect(200);
  const picks = body.records.filter(({ type }: { type: string }) => type === 'pick');
  expect(picks.map(({ rule_version }: { rule_version?: number }) => rule_version)).toEqual([undefined, undefined, 2]);
  expect(picks.slice(0, 2).map(({ hash }: { hash: string }) => hash)).toEqual(old.map(({ hash }) => hash));
  expect(verifyLedger(await app.storage.records.stored(), LEDGER_TOOLS).faults).toEqual([]);
});

test('the latest pick and the record have the rule of each pick, and the number of picks of each rule', async () => {
  const latest = await app.get('/v1/daily-pick').expect(200);
  expect(latest.body.rule_version).toBe(2);
  const { body } = await app.get('/v1/daily-pick/track-record').expect(200);
  const rules = [
    { rule_version: 1, picks: 2 },
    { rule_version: 2, picks: 1 },
  ];
  expect(body.summary.rules).toEqual(rules);
  expect(latest.body.track_record.rules).toEqual(rules);
  expect(body.summary.note).toContain('2 picks by version 1 of the rule, 1 pick by version 2 of the rule');
  const ruleOf = ({ rule_version }: { rule_version: number }) => rule_version;
  expect(body.picks.map(ruleOf)).toEqual([2, 1, 1]);
  const evaluation = await app.get('/v1/daily-pick/evaluation').expect(200);
  expect(evaluation.body.picks.map(ruleOf)).toEqual([2, 1, 1]);
});

test.each([
  ['track-record', ['2', '1', '1']],
  ['ledger', ['1', '1', '', '2']],
])('the table of the %s has the rule of each pick', async (what, versions) => {
  const { text } = await app.get(`/v1/daily-pick/${what}?format=csv`).expect(200);
  const [header, ...lines] = text.trim().split('\r\n');
  const column = header.split(',').indexOf('rule_version');
  expect(lines.map((line) => line.split(',')[column])).toEqual(versions);
});

test('the methodology describes both versions', async () => {
  const { text } = await app.get('/v1/methodology').expect(200);
  expect(text).toContain('Version 1: as above, but with the former strength');
  expect(text).toContain('Version 2: as above.');
});

test('a replay that was stored by another version of the rule is ignored, and deleted with the first new one', async () => {
  const snapshot = { ...(await currentPrices(app.service.pick.screening)), simulated: true };
  const [{ source }] = snapshot.symbols.values();
  const { replays } = app.storage;
  const choice = { session: '2024-12-19', as_of: '2024-12-18', pick: null, reason: 'none' };
  const formerKeys = [`${source}|2|1`, `${source}|3|1|1`];
  for (const key of formerKeys) await replays.put(key, { ...choice, rule_version: 1 }, null);
  const replayed = new ReplayedPicks(replays);
  expect(await replayed.walked(snapshot)).toEqual([]);
  await replayed.keep(snapshot, { ...choice, rule_version: 2 }, null);
  expect(await replayed.walked(snapshot)).toEqual([{ ...choice, rule_version: 2 }]);
  for (const key of formerKeys) expect(await replays.choices(key)).toEqual([]);
});
