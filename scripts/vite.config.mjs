import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the pages. Addresses are relative: the server says under which path the pages are reached. */
export default defineConfig({
  root: folder('../src/web'),
  base: './',
  logLevel: 'warn',
  publicDir: false,
  build: {
    outDir: folder('../dist/web'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
});
