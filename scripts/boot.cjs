/**
 * Runs a program that scripts/build.cjs made. What V8 compiled of it is kept beside it, by the version and the settings
 * of V8, after the first start of a build: the starts after it compile nothing. (Node has this for modules from 22.1 on,
 * the oldest Node that is supported has not.) Where nothing can be written, every start compiles.
 */
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { dirname, join } = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');

/** When all that a start runs has been compiled, milliseconds from its beginning. */
const STARTED_MS = 3_000;
const DIGEST_BYTES = 32;

/** Settings that only the V8 of Node 20 has: a later one writes a complaint about them to standard error. */
const OF_NODE_20 = /^--interrupt-budget=/;
const isKnown = (setting) => process.versions.node.startsWith('20.') || !OF_NODE_20.test(setting);

/**
 * Runs a program as Node would.
 *
 * @param program path within dist/, without .js
 * @param settings of V8, of this process and its threads; what is compiled depends on them
 */
function boot({ program, settings }) {
  for (const setting of settings.filter(isKnown)) v8.setFlagsFromString(setting);
  const file = join(__dirname, '..', 'dist', `${program}.js`);
  const cache = join(dirname(file), `${program.split('/').pop()}-${v8.cachedDataVersionTag()}.cache`);
  const compiled = readIfWhole(cache);
  // Built as ASCII, which is read faster for being nothing more.
  const script = new vm.Script(wrap(fs.readFileSync(file, 'latin1')), {
    filename: file,
    cachedData: compiled,
  });
  if (compiled === undefined || script.cachedDataRejected) keepWhenStarted(script, cache);
  const module = { exports: {} };
  script.runInThisContext().call(module.exports, module.exports, createRequire(file), module, file, dirname(file));
}

/** What was kept, whole: V8 itself does not look whether all of it is there. */
function readIfWhole(path) {
  try {
    const kept = fs.readFileSync(path);
    const compiled = kept.subarray(DIGEST_BYTES);
    return digestOf(compiled).equals(kept.subarray(0, DIGEST_BYTES)) ? compiled : undefined;
  } catch {
    return undefined;
  }
}

function digestOf(compiled) {
  return createHash('sha256').update(compiled).digest();
}

/** What is compiled on the way is kept with it: once the program has started, or when it ends before that. */
function keepWhenStarted(script, cache) {
  const keep = () => {
    clearTimeout(later);
    process.off('exit', keep);
    try {
      const aside = `${cache}.${process.pid}`;
      const data = script.createCachedData();
      fs.writeFileSync(aside, Buffer.concat([digestOf(data), data]));
      fs.renameSync(aside, cache);
    } catch {
      // Read-only, or built anew meanwhile: it is only slower.
    }
  };
  const later = setTimeout(keep, STARTED_MS).unref();
  process.on('exit', keep);
}

module.exports = { boot };
