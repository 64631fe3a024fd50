import { createServer } from 'node:net';

/** Below the ephemeral ports of Linux, so that no other process gets one of these meanwhile. */
const FIRST = 20_000;
const COUNT = 12_000;
/** Concurrent test processes have separate ports, so that none takes a port that another has released for a moment. */
const PROCESSES = 16;
const OWN = Number(process.env.JEST_WORKER_ID ?? 0) % PROCESSES;

let next = FIRST + OWN + PROCESSES * Math.floor((Math.random() * COUNT) / PROCESSES);

/** A port of the loopback interface that stays reserved while its process is stopped and started again. */
export async function keepablePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = FIRST + ((next + PROCESSES - FIRST) % COUNT);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
