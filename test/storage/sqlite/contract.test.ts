import { join } from 'node:path';
import { openSqlite } from '../../../src/storage/sqlite/open';
import { tempFolder } from '../../helpers/tempFolder';
import { storageContract } from '../contract/contract';

const folder = tempFolder();
let files = 0;

storageContract((same) => openSqlite(same?.url ?? join(folder, `${++files}.sqlite`)));
