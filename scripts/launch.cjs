#!/usr/bin/env node
/** `npx perennial ...`: builds what has changed and runs it in this very process, so that signals reach it. */
require('./build.cjs').ensureBuilt();
require('../dist/scripts/main.js');
