import { splitHeading } from '../../src/answers/proseFile';

test('a heading and the text below it', () => {
  expect(splitHeading({ name: 'a.md', text: '# Title\n\nOne.\n\nTwo.\n' })).toEqual({
    title: 'Title',
    body: 'One.\n\nTwo.',
    bodyLine: 3,
  });
});

test.each([
  ['', 'a.md:1'],
  ['Title\n\nOne.\n', 'a.md:1: "Title"'],
  ['# Title\nOne.\n', 'a.md:2: "One."'],
  ['# Title\n\n', 'a.md:3'],
  ['# Title\n\n\nOne.\n', 'a.md:3'],
  ['# Title\n\nOne.\nTwo.', 'a.md:4: "Two."'],
  ['# Title\n\nOne.\n\n', 'a.md:4: ""'],
])('%j is refused at %s', (text, message) => {
  expect(() => splitHeading({ name: 'a.md', text })).toThrow(`seeds/${message}`);
});
