import type { RequestListener } from 'node:http';
import { KEY, shell } from '../helpers/shell';
import { replay, replayCases } from './replay';

// The answers here are the examples; the same cases run against the real handlers in their own suite.
describe('every example through the front door', () => {
  let app: RequestListener;
  beforeAll(async () => {
    app = await shell();
  });

  test.each(replayCases())('$name: $status', (one) =>
    replay(app, { key: KEY, cookie: `perennial-session=${KEY}` }, one),
  );
});
