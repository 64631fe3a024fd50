import { Crowd } from '../src/crowd';

let now = 0;

beforeEach(() => {
  now = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => jest.restoreAllMocks());

test.each<[string, { begin: number[]; isThere: number[]; isNot: number[] }]>([
  ['one request is none', { begin: [0], isThere: [], isNot: [0, 1, 99] }],
  ['nor are those that come now and then', { begin: [0, 101, 202], isThere: [], isNot: [202, 203, 302] }],
  ['two that come together are', { begin: [0, 0], isThere: [0, 99.9], isNot: [100] }],
  ['two that follow each other closely are, from the second one on', { begin: [0, 100], isThere: [199], isNot: [200] }],
  ['each one more makes it last', { begin: [0, 60, 120, 180], isThere: [181, 279], isNot: [280] }],
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
