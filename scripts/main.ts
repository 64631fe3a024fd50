#!/usr/bin/env node
/** The process of `npx perennial ...`. */
import '../src/requireNode';
import { runHealth } from './health';
import { runAsProcess } from './terminal/command';

void runAsProcess(async (argv, terminal) => {
  if (argv[0] === 'health') return runHealth(argv, terminal);
  const { runPerennial } = await import('./perennial');
  return runPerennial(argv, terminal);
});
