import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { ERROR_CODES, notFound, unauthorized } from '../errors';
import type { Reading, Readings } from '../log';
import type { Contract } from '../openapi/document';
import { VERSION } from '../projectRoot';
import { UNAVAILABLE_REASONS } from '../storage/errors';

/** The metrics of GET /metrics, in the text format of Prometheus. */
export class Metrics {
  readonly registry = new Registry();
  private readonly registers = [this.registry];
  /** Seconds. The path is not a label: clients choose it, so that its values are unbounded. */
  readonly duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: this.registers,
  });
  readonly violations = new Counter({
    name: 'contract_violations_total',
    help: 'Responses that broke openapi.yaml',
    labelNames: ['operation'],
    registers: this.registers,
  });
  readonly errors = new Counter({
    name: 'http_errors_total',
    help: 'Error answers by code: rate_limited are the 429s, scan_busy the accounts with too many waiting requests',
    labelNames: ['code'],
    registers: this.registers,
  });
  readonly unavailable = new Counter({
    name: 'database_unavailable_total',
    help: 'Requests answered 503 because the database was unavailable, by reason',
    labelNames: ['reason'],
    registers: this.registers,
  });
  readonly kept = new Counter({
    name: 'kept_answers_total',
    help: 'Requests answered from the cache of answers (hit), or computed (miss)',
    labelNames: ['operation', 'result'],
    registers: this.registers,
  });
  private readonly build = new Gauge({
    name: 'perennial_build_info',
    help: 'Always 1: the versions of the program, of its contract and of Node',
    labelNames: ['version', 'contract_version', 'node'],
    registers: this.registers,
  });

  /** @param ofProcess whether to include memory, CPU and event loop of the process */
  constructor(ofProcess = false) {
    if (ofProcess) collectDefaultMetrics({ register: this.registry });
    // Prometheus sees no increase in a counter that first appears as 1.
    for (const code of ERROR_CODES) this.errors.inc({ code }, 0);
    for (const reason of UNAVAILABLE_REASONS) this.unavailable.inc({ reason }, 0);
  }

  /** Names the contract that is served, and shows its operations without violations as 0. */
  setContract({ document, operations }: Contract): void {
    this.build.set({ version: VERSION, contract_version: document.info.version, node: process.version }, 1);
    for (const { id } of operations) this.violations.inc({ operation: id }, 0);
  }

  /** GET /metrics. @param watched values that are read on each request */
  serve(watched: readonly Readings[]): RequestHandler {
    return async (_request, response) => {
      const readings = await Promise.all(watched.map((read) => read()));
      // A registry of this scrape: what could not be read now must not show its earlier value.
      const current = new Registry();
      for (const reading of readings.flat()) show(current, reading);
      response.type(this.registry.contentType).send(await Registry.merge([this.registry, current]).metrics());
    };
  }
}

function show(registry: Registry, { name, help, kind, values }: Reading): void {
  const labelNames = [...new Set(values.flatMap(({ labels = {} }) => Object.keys(labels)))];
  const metric = new { gauge: Gauge, counter: Counter }[kind]({ name, help, labelNames, registers: [registry] });
  // A metric without labels begins as 0, which is not the same as absent.
  if (values.length === 0) metric.remove();
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
