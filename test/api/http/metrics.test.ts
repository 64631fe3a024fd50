import { createMetrics } from '../../../src/http/metrics';

test('a service shows how late its event loop is and what its process takes (operating guide, "What to watch")', async () => {
  const text = await createMetrics(true).registry.metrics();
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_eventloop_lag_max_seconds',
    'process_resident_memory_bytes',
  ]) {
    expect(text).toMatch(new RegExp(`^${name} [0-9.e-]+|^${name} Nan`, 'm'));
  }
});
