import { replay, replayCases } from '../contract/replay';
import { startTestApp, type TestApp } from '../helpers/app';
import { fakePredictor } from '../helpers/fakePredictor';

/** The moment of every example in the contract. */
const NOW = '2024-06-28T15:00:00Z';
const SYMBOLS = ['AAPL', 'MSFT', 'JPM', 'KO', 'UNH', 'XOM', 'SPY', 'QQQ', 'BTC-USD'];

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({ now: NOW, sandbox: SYMBOLS, predictorFor: fakePredictor });
  // The examples of GET /daily-pick are of a service that has made one.
  await service.service.schedule.tick();
});
afterAll(() => service.close());

// The free plan reaches one market with symbol lists, so that `market` may be left out there (SPEC 4.3).
test.each(replayCases())('$name', (example) => replay(service.app, service.keys.free, example));
