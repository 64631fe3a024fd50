import { Crowd } from '../src/crowd';

let now = 0;

beforeEach(() => {
  now = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => jest.restoreAllMocks());

test.each<[string, { begin: number[]; isThere: number[]; isNot: number[] }]>([
  ['one request is none', { begin: [0], isThere: [], isNot: [0, 1, 99] }],
  ['nor are those of a client whose answers take their time', { begin: [0, 6, 12], isThere: [], isNot: [12, 13, 112] }],
  ['two that come together are', { begin: [0, 0], isThere: [0, 99.9], isNot: [100] }],
  ['two that follow each other closely are, from the second one on', { begin: [0, 5], isThere: [104], isNot: [105] }],
  ['each one more makes it last', { begin: [0, 5, 10, 15], isThere: [16, 114], isNot: [115] }],
  ['one that comes later does not', { begin: [0, 5, 50], isThere: [51, 104], isNot: [105] }],
])('%s', (_, { begin, isThere, isNot }) => {
  const crowd = new Crowd();
  // As another thread sees it.
  const seen = new Crowd(crowd.memory);
  expect(seen.isThere).toBe(false);
  for (const at of begin) {
    now = 1_000 + at;
    crowd.requestBegins();
  }
  const at = (times: number[]) =>
    times.map((time) => {
      now = 1_000 + time;
      return seen.isThere;
    });
  expect([at(isThere), at(isNot)]).toEqual([isThere.map(() => true), isNot.map(() => false)]);
});
