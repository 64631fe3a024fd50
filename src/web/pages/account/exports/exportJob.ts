import { client, responseBody, type Schemas } from '../../../api/client';
import { Failure } from '../../../api/failure';
import { saveFile } from '../../../ui/saveFile';

export type ExportJob = Schemas['ExportJob'];
export type ReadyExport = ExportJob & { readonly file: NonNullable<ExportJob['file']> };

export function isUnfinished({ state }: ExportJob): boolean {
  return state === 'queued' || state === 'running';
}

export function isReady(job: ExportJob): job is ReadyExport {
  return job.state === 'ready' && job.file !== null;
}

/**
 * Downloads the file of an export, verifies its size and checksum, and has the browser save it.
 *
 * @throws Failure also when size or checksum differ
 */
export async function download({ export_id, market, from, format, file }: ReadyExport): Promise<void> {
  const content = await responseBody<Blob>(
    client.GET('/exports/{export_id}/file', { params: { path: { export_id } }, parseAs: 'blob' }) as never,
  );
  const sha256 = await sha256Of(content);
  if (content.size !== file.size || (sha256 !== null && sha256 !== file.sha256))
    throw new Failure(502, 'damaged', 'The downloaded file is damaged and was not saved. Download it again.');
  saveFile(`patterns-${market}-${from}.${format}`, content);
}

/** SHA-256 in hexadecimal; null where Web Crypto is missing, as on pages without https. */
async function sha256Of(content: Blob): Promise<string | null> {
  if (globalThis.crypto?.subtle === undefined) return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await content.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The filters of an export: `best 3 a symbol, 10 years, hold 5 to 120 days, long`. */
export function filtersText({ filters, per_symbol }: ExportJob): string {
  const { years, pe_cycle, min_days, max_days, direction, ...floors } = filters;
  return [
    `best ${per_symbol} a symbol`,
    `${years} years${pe_cycle === 'pe' ? ' of the same presidential year' : ''}`,
    `hold ${min_days} to ${max_days} days`,
    ...(direction === undefined ? [] : [direction]),
    ...Object.entries(floors).map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`),
  ].join(', ');
}
