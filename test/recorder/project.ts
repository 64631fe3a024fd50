import { importPrices } from '../../src/jobs/import';
import { type ContractOperation, loadContract } from '../../src/openapi/document';
import { loadMarkets } from '../../src/seeds';
import type { TestApp } from '../helpers/app';
import { eventually } from '../helpers/eventually';

/** Everything that the recorder has of src. What moves there is named anew here, and nowhere else. */

export { createHttpServer } from '../../src/http/server';
export type { ContractOperation } from '../../src/openapi/document';

export const operations: readonly ContractOperation[] = loadContract().operations;

/** Imports a price file as `npm run import -- --yes` would, and waits until it is served. */
export async function importFile(app: TestApp, path: string, marketId: string, replace = false): Promise<void> {
  const { storage, clock } = app;
  const market = loadMarkets().find(({ id }) => id === marketId)!;
  const options = { paths: [path], market, yes: true, source: 'recorder', replace };
  await importPrices({ prices: storage.prices, clock }, options);
  await newPricesServed(app);
}

/** Resolves when the newest prices are those that answers are made of: they are read beside the requests. */
export async function newPricesServed({ storage, service }: TestApp): Promise<void> {
  const stored = `${await storage.prices.revision()} `;
  await eventually(async () => (await service.pick.screening.engine.current()).version.startsWith(stored));
}
