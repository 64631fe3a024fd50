import type { Database } from './database';
import { type SecretLink, type SecretLinkRow, SecretLinkStore, toSecretLink, toSecretLinkRow } from './secretLinks';

/** A secret address at which the table of a saved scan can be read without a key. */
export interface TableLink extends SecretLink {
  readonly savedScanId: string;
}

interface TableLinkRow extends SecretLinkRow {
  readonly saved_scan_id: string;
}

const toLink = (row: TableLinkRow): TableLink => ({ ...toSecretLink(row), savedScanId: row.saved_scan_id });

const toRow = (link: TableLink): TableLinkRow => ({ ...toSecretLinkRow(link), saved_scan_id: link.savedScanId });

/** Links to the tables of saved scans. */
export class TableLinkStore extends SecretLinkStore<TableLink, TableLinkRow> {
  constructor(database: Database) {
    super(database, { name: 'table_link', toLink, toRow });
  }
}
