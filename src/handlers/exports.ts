import { toIso } from '../core/calendar/dates';
import { FileAnswer } from '../fileAnswer';
import type { FileType, Handler } from '../operation';
import type { ServiceDeps } from '../services/deps';
import type { ExportFormat } from '../services/exportRequest';
import { createExport, deleteExport, describeExport, exportFile, listExports } from '../services/exports';
import { questionOf } from '../services/question';
import { dayAsked } from './dates';

/** POST /exports */
export function createExportHandler(deps: ServiceDeps): Handler<'createExport'> {
  return ({ body }, { caller }) => {
    const { market, from, to, per_symbol: perSymbol = 20, format = 'csv', years = 10 } = body;
    const question = questionOf({ ...body, years, pe_cycle: body.pe_cycle ?? 'consecutive' });
    const span = { from: dayAsked(from), to: dayAsked(to) };
    return createExport(deps, caller, { ...question, ...span, market, perSymbol, format });
  };
}

/** GET /exports */
export function listExportsHandler(deps: ServiceDeps): Handler<'listExports'> {
  return (_, { caller }) => listExports(deps, caller);
}

/** GET /exports/{export_id} */
export function exportHandler(deps: ServiceDeps): Handler<'getExport'> {
  return ({ export_id }, { caller }) => describeExport(deps, caller, export_id);
}

/** DELETE /exports/{export_id} */
export function deleteExportHandler(deps: ServiceDeps): Handler<'deleteExport'> {
  return ({ export_id }, { caller }) => deleteExport(deps, caller, export_id);
}

const TYPES: Readonly<Record<ExportFormat, FileType<'downloadExport'>>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
};

/** GET /exports/{export_id}/file */
export function downloadExportHandler(deps: ServiceDeps): Handler<'downloadExport'> {
  return async ({ export_id }, { caller }) => {
    const { request, file, part } = await exportFile(deps, caller, export_id);
    const { market, from, format } = request;
    return new FileAnswer({
      contentType: TYPES[format],
      body: { size: file.size, part },
      fileName: `patterns-${market}-${toIso(from)}.${format}`,
      etag: `"${file.sha256}"`,
      headers: { 'Repr-Digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:` },
    });
  };
}
