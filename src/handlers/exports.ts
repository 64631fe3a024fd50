import { optionalDay, toIso } from '../core/calendar/dates';
import { CreatedAnswer, FileAnswer } from '../fileAnswer';
import type { FileType, Handlers } from '../operation';
import { createExport, deleteExport, describeExport, exportFile, listExports } from '../services/exports/exports';
import type { ExportFormat } from '../services/exports/request';
import type { ServiceDeps } from '../services/screening/deps';
import { questionFrom } from '../services/screening/question';

/** Bulk exports and their files. */
export function exportsHandlers(deps: ServiceDeps) {
  return {
    createExport: async ({ body }, { caller }) => {
      const { market, from, to, per_symbol: perSymbol, format } = body;
      const question = questionFrom(body);
      const span = { from: optionalDay(from), to: optionalDay(to) };
      const created = await createExport(deps, caller, { ...question, ...span, market, perSymbol, format });
      return new CreatedAnswer(created, `/exports/${created.export_id}`);
    },
    listExports: (_, { caller }) => listExports(deps, caller),
    getExport: ({ export_id }, { caller }) => describeExport(deps, caller, export_id),
    deleteExport: ({ export_id }, { caller }) => deleteExport(deps, caller, export_id),
    downloadExport: async ({ export_id }, { caller }) => {
      const { request, file, part } = await exportFile(deps, caller, export_id);
      const { market, from, format } = request;
      return new FileAnswer({
        contentType: TYPES[format],
        body: { size: file.size, part },
        fileName: `patterns-${market}-${toIso(from)}.${format}`,
        etag: `"${file.sha256}"`,
        headers: { 'Repr-Digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:` },
      });
    },
  } satisfies Partial<Handlers>;
}

const TYPES: Readonly<Record<ExportFormat, FileType<'downloadExport'>>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
};
