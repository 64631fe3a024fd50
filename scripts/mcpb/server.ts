/** The server inside the bundle for Claude Desktop: `perennial mcp` in one file, without the rest of the program. */
import { serveOverStdio } from '../../src/mcp/stdio';

serveOverStdio(process.env, (text) => process.stderr.write(text)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
