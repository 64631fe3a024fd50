import { toIso } from '../core/calendar/dates';
import { FileAnswer } from '../fileAnswer';
import type { FileType, Handler } from '../operation';
import type { ServiceDeps } from '../services/deps';
import type { ExportFormat } from '../services/exportRequest';
import { createExport, deleteExport, describeExport, exportFile, listExports } from '../services/exports';
import { dayAsked } from './dates';

/** POST /exports */
export function createExportHandler(deps: ServiceDeps): Handler<'createExport'> {
  return ({ body }, { caller }) =>
    createExport(deps, caller, {
      market: body.market,
      from: dayAsked(body.from),
      to: dayAsked(body.to),
      perSymbol: body.per_symbol ?? 20,
      format: body.format ?? 'csv',
      direction: body.direction,
      minHold: body.min_days,
      maxHold: body.max_days,
      years: body.years ?? 10,
      cycle: body.pe_cycle ?? 'consecutive',
      minWins: body.min_winning_years,
      floors: {
        minWinRate: body.min_win_rate,
        minAvgReturn: body.min_avg_return,
        minMedianReturn: body.min_median_return,
        minSharpe: body.min_sharpe,
        maxPSymbol: body.max_p_symbol,
        maxPSearch: body.max_p_search,
      },
    });
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
