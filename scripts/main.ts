#!/usr/bin/env node
/** The process of `npx perennial ...`. */
import '../src/requireNode';
import { runPerennial } from './perennial';
import { runAsProcess } from './terminal/command';

void runAsProcess(runPerennial);
