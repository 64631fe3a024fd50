import type { JsonObject } from '../../src/openapi/document';
import { buildPythonClient } from './pythonClient';
import { pythonReadme, typescriptReadme } from './readmes';
import { clientSurface } from './surface';
import { buildTypescriptClient } from './typescriptClient';

/** Where clients lie. Whatever else lies there was generated once, and is not any more. */
export const CLIENTS = 'generated/clients';

/** The clients of both languages: every file by its path from the project's folder. */
export async function buildClients(document: JsonObject): Promise<Record<string, string>> {
  const surface = clientSurface(document);
  const folders = {
    typescript: { ...(await buildTypescriptClient(surface)), 'README.md': typescriptReadme(surface) },
    python: { ...buildPythonClient(surface), 'README.md': pythonReadme(surface) },
  };
  return Object.fromEntries(
    Object.entries(folders).flatMap(([folder, files]) =>
      Object.entries(files).map(([name, text]) => [`${CLIENTS}/${folder}/${name}`, text]),
    ),
  );
}
