import request from 'supertest';
import type { TestApp } from './app';

/** Reads GET /metrics. */
export function metricsOf(app: () => TestApp) {
  const text = async (): Promise<string> => (await request(app().app).get('/metrics').expect(200)).text;
  return {
    text,
    /** The value of a series, `name{label="value"}`; undefined if it has none. */
    async value(series: string): Promise<number | undefined> {
      const line = (await text()).split('\n').find((one) => one.startsWith(`${series} `));
      return line === undefined ? undefined : Number(line.slice(series.length + 1));
    },
  };
}
