import { KeptAnswers } from '../../src/services/keptAnswers';

const maker = () => jest.fn(() => ({}));

describe('kept answers', () => {
  test('the same source and key give the same object, made once', () => {
    const kept = new KeptAnswers<object>(2);
    const [source, make] = [{}, maker()];
    expect(kept.of(source, 'a', make)).toBe(kept.of(source, 'a', make));
    expect(make).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['another key', (source: object): [object, string] => [source, 'b']],
    ['another source, however equal', (): [object, string] => [{}, 'a']],
  ])('%s gives another answer', (_name, other) => {
    const kept = new KeptAnswers<object>(2);
    const source = {};
    const first = kept.of(source, 'a', () => ({}));
    const [otherSource, otherKey] = other(source);
    expect(kept.of(otherSource, otherKey, () => ({}))).not.toBe(first);
  });

  test('an answer of a source that is gone does not come back', () => {
    const kept = new KeptAnswers<object>(2);
    const [before, after, make] = [{}, {}, maker()];
    for (const source of [before, after, before]) kept.of(source, 'a', make);
    expect(make).toHaveBeenCalledTimes(3);
  });

  test('the oldest goes first', () => {
    const kept = new KeptAnswers<object>(2);
    const [source, make] = [{}, maker()];
    for (const key of ['a', 'b', 'c', 'b', 'c']) kept.of(source, key, make);
    expect(make).toHaveBeenCalledTimes(3);
    kept.of(source, 'a', make);
    expect(make).toHaveBeenCalledTimes(4);
  });
});
