import { SingleBar } from 'cli-progress';
import { printable } from './command';

/** Progress of some work. */
export interface Progress {
  /** @param share 0..1; may restart from 0 with another label */
  update(share: number, label: string): void;
  /** Removes the bar before its end, for other output. */
  stop(): void;
}

/** Runs work that shows its progress as a bar on a terminal; nothing where the output goes to a file or a log. */
export async function withProgress<T>(work: (progress: Progress) => Promise<T>): Promise<T> {
  const progress = progressBar();
  try {
    return await work(progress);
  } finally {
    progress.stop();
  }
}

function progressBar(): Progress {
  if (!process.stderr.isTTY) return { update: () => {}, stop: () => {} };
  const bar = new SingleBar({ format: '{bar} {percentage}% {label}', clearOnComplete: true, hideCursor: true });
  return {
    update(share, label) {
      const payload = { label: printable(label) };
      if (!bar.isActive) bar.start(1, 0, payload);
      bar.update(share, payload);
    },
    stop: () => bar.stop(),
  };
}
