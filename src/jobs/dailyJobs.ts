import { PICK_HOUR } from '../core/record/pickRule';
import { makePick, type PickDeps, scorePicks } from './pick';
import type { SandboxState } from './sandbox';
import type { Job } from './schedule';

/**
 * What the service does by itself, at times of New York. The pick is first tried at 10:00, long before any close, and
 * then again until it is made; past outcomes and simulated prices follow whenever there is something new. Tests:
 * pick.test.ts.
 */
export function dailyJobs(
  deps: PickDeps,
  extendSandbox: () => Promise<SandboxState>,
  prepareLuck: () => Promise<number>,
): Job[] {
  return [
    {
      id: 'sandbox',
      pattern: '5 0 * * *',
      once: true,
      run: async () => ((await extendSandbox()) === 'generated' ? {} : null),
    },
    { id: 'luck', pattern: '*/10 * * * *', once: false, run: async () => ((await prepareLuck()) === 0 ? null : {}) },
    { id: 'score', pattern: '*/10 * * * *', once: true, run: async () => scored(await scorePicks(deps)) },
    { id: 'pick', pattern: `*/10 ${PICK_HOUR}-23 * * 1-5`, once: true, run: () => pick(deps) },
  ];
}

async function pick(deps: PickDeps): Promise<object | null> {
  const result = await makePick(deps);
  if (result.status !== 'recorded') return null;
  const { seq, type, hash } = result.record;
  return { seq, type, hash };
}

function scored(records: Awaited<ReturnType<typeof scorePicks>>): object | null {
  return records.length === 0 ? null : { scored: records.map(({ seq }) => seq) };
}
