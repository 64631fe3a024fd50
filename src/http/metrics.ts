import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type ErrorCode, notFound, unauthorized } from '../errors';
import type { Reading, Readings } from '../log';

/** The metrics of GET /metrics, in the text format of Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  /** Records a finished request. @param operation id in the contract, or `other` */
  readonly observe: (operation: string, status: number, milliseconds: number) => void;
  readonly serve: RequestHandler;
  countViolation(operation: string): void;
  countError(code: ErrorCode): void;
  /** Counts a request to the cache of answers. */
  countKept(operation: string, result: 'hit' | 'miss'): void;
  /** Adds values that are read on each GET /metrics. */
  watch(readings: Readings): void;
}

/** @param ofProcess whether to include memory, CPU and event loop of the process */
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
    help: 'Error answers by code: rate_limited are the 429s, scan_busy the accounts with too many waiting requests',
    labelNames: ['code'],
    registers,
  });
  const kept = new Counter({
    name: 'kept_answers_total',
    help: 'Requests answered from the cache of answers (hit), or computed (miss)',
    labelNames: ['operation', 'result'],
    registers,
  });
  const watched: Readings[] = [];
  return {
    registry,
    observe: (operation, status, milliseconds) => {
      // The path is not a label: clients choose it, so that its values are unbounded.
      duration.observe({ operation, status }, milliseconds / 1000);
    },
    serve: async (_request, response) => {
      const readings = await Promise.all(watched.map((read) => read()));
      for (const reading of readings.flat()) show(registry, reading);
      response.type(registry.contentType).send(await registry.metrics());
    },
    countViolation: (operation) => violations.inc({ operation }),
    countError: (code) => errors.inc({ code }),
    countKept: (operation, result) => kept.inc({ operation, result }),
    watch: (readings) => void watched.push(readings),
  };
}

/** Replaces the metric, so that labels without a present value disappear. */
function show(registry: Registry, { name, help, kind, values }: Reading): void {
  registry.removeSingleMetric(name);
  const labelNames = [...new Set(values.flatMap(({ labels = {} }) => Object.keys(labels)))];
  const metric = new { gauge: Gauge, counter: Counter }[kind]({ name, help, labelNames, registers: [registry] });
  for (const { labels = {}, value } of values) metric.inc(labels, value);
}

/** Who may read GET /metrics: everybody, programs on this machine, or clients with the bearer token. */
export type MetricsAccess = 'open' | 'loopback' | { readonly token: string };

/** Refuses other clients: 404 from another machine, 401 without the token. */
export function guardMetrics(access: MetricsAccess): RequestHandler {
  return (request, _response, next) => {
    if (access === 'loopback' && !isFromThisMachine(request)) throw notFound();
    if (typeof access === 'object' && !isSame(request.get('authorization') ?? '', `Bearer ${access.token}`)) {
      throw unauthorized('The token of the metrics is missing or not valid.');
    }
    next();
  };
}

/** A proxy on this machine forwards requests of other machines, with one of these headers. */
function isFromThisMachine({ socket, headers }: Request): boolean {
  const isForwarded = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some((name) => name in headers);
  return !isForwarded && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/i.test(socket.remoteAddress ?? '');
}

/** Compares in constant time. */
function isSame(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
