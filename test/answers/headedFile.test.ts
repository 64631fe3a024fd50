import { splitHeading } from '../../src/answers/headedFile';

test('a heading and the text below it', () => {
  expect(splitHeading({ name: 'a.md', text: '# Title\n\nOne.\n\nTwo.\n' })).toEqual({
    title: 'Title',
    body: 'One.\n\nTwo.',
    bodyLine: 3,
  });
});

test.each([
  ['', 'line 1'],
  ['Title\n\nOne.\n', 'line 1 is "Title"'],
  ['# Title\nOne.\n', 'line 2 is "One."'],
  ['# Title\n\n', 'line 3'],
  ['# Title\n\n\nOne.\n', 'line 3'],
  ['# Title\n\nOne.\nTwo.', 'line 4 is "Two."'],
  ['# Title\n\nOne.\n\n', 'line 4 is ""'],
])('%j is refused at %s', (text, message) => {
  expect(() => splitHeading({ name: 'a.md', text })).toThrow(`seeds/a.md: ${message}`);
});
