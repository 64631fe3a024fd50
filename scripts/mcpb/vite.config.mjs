import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** Builds the server of the bundle for Claude Desktop as one file, with all packages that it needs. */
export default defineConfig({
  root: path('../..'),
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: path('server.ts'),
    emptyOutDir: false,
    minify: true,
    target: 'node20',
    license: { fileName: 'server/LICENSES.md' },
    rolldownOptions: { output: { format: 'cjs', entryFileNames: 'server/index.js', codeSplitting: false } },
  },
});
