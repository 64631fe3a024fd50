import type { RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ErrorCode } from '../errors';
import type { Reading, Readings } from '../log';
import type { Exchange } from './exchange';

/** What GET /metrics shows, in the text format of Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  /** Told of each exchange that is over. */
  readonly observe: (exchange: Exchange) => void;
  readonly serve: RequestHandler;
  countViolation(operation: string): void;
  countError(code: ErrorCode): void;
  /** Shows what is read at the moment of each look. */
  watch(readings: Readings): void;
}

/** @param ofProcess whether to add memory, CPU and event loop of the process */
export function createMetrics(ofProcess = false): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const violations = new Counter({
    name: 'contract_violations_total',
    help: 'Responses that broke openapi.yaml',
    labelNames: ['operation'],
    registers,
  });
  const errors = new Counter({
    name: 'http_errors_total',
    help: 'Error answers by their code: rate_limited are the 429s, scan_busy the accounts told to wait',
    labelNames: ['code'],
    registers,
  });
  const watched: Readings[] = [];
  // To find a series by its labels costs as much as to count in it ten times.
  const series = new Map<string, ReturnType<typeof duration.labels>>();
  const seriesOf = (operation: string, status: number) => {
    const name = `${operation} ${status}`;
    const known = series.get(name) ?? duration.labels(operation, String(status));
    series.set(name, known);
    return known;
  };
  return {
    registry,
    observe: ({ operation, status, arrived }) => {
      // The path is the client's text; as a label it would grow without bound.
      seriesOf(operation?.id ?? 'other', status).observe((performance.now() - arrived) / 1000);
    },
    serve: async (_request, response) => {
      const readings = await Promise.all(watched.map((read) => read()));
      for (const reading of readings.flat()) show(registry, reading);
      response.type(registry.contentType).send(await registry.metrics());
    },
    countViolation: (operation) => violations.inc({ operation }),
    countError: (code) => errors.inc({ code }),
    watch: (readings) => void watched.push(readings),
  };
}

/** Shows the values of now, and of those that are gone none. */
function show(registry: Registry, { name, help, kind, values }: Reading): void {
  registry.removeSingleMetric(name);
  const labelNames = [...new Set(values.flatMap(({ labels = {} }) => Object.keys(labels)))];
  const metric = new { gauge: Gauge, counter: Counter }[kind]({ name, help, labelNames, registers: [registry] });
  for (const { labels = {}, value } of values) metric.inc(labels, value);
}
