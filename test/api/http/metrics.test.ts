import { createMetrics } from '../../../src/http/metrics';

test('the metrics include event loop lag and resident memory (operating guide, "What to watch")', async () => {
  const text = await createMetrics(true).registry.metrics();
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_eventloop_lag_max_seconds',
    'process_resident_memory_bytes',
  ]) {
    expect(text).toMatch(new RegExp(`^${name} [0-9.e-]+|^${name} Nan`, 'm'));
  }
});
