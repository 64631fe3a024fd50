#!/usr/bin/env node
/** `npx perennial ...`: builds what has changed and runs it in this very process, so that signals reach it. */
require('./build.cjs').ensureBuilt();
const [command, ...others] = process.argv.slice(2);
// What is started most often needs nothing of the rest.
require(command === 'serve' && others.length === 0 ? '../dist/src/main.js' : '../dist/scripts/main.js');
