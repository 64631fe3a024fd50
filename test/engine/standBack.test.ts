import { Crowd } from '../../src/crowd';
import { standsBack } from '../../src/engine/standBack';

let now = 0;

beforeEach(() => {
  now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => jest.restoreAllMocks());

/** Computes for 10 ms in pieces of an eighth of a millisecond. @returns when it stood back, a wait being as long */
function computes(crowd: Crowd): number[] {
  const waits: number[] = [];
  const standBack = standsBack(crowd.memory, () => {
    waits.push(now);
    now += 0.125;
  });
  while (now < 10) {
    now += 0.125;
    standBack();
  }
  return waits;
}

test('a thread that computes alone never waits', () => {
  const crowd = new Crowd();
  crowd.requestBegins();
  expect(computes(crowd)).toEqual([]);
});

test('beside a crowd it waits after each quarter of a millisecond', () => {
  const crowd = new Crowd();
  crowd.requestBegins();
  crowd.requestBegins();
  const waits = computes(crowd);
  expect(waits.slice(0, 3)).toEqual([0.25, 0.625, 1]);
  expect(waits.length).toBe(27);
});
