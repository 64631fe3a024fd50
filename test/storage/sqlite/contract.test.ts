import { join } from 'node:path';
import { openStorage } from '../../../src/storage/open';
import { tempFolder } from '../../helpers/tempFolder';
import { storageContract } from '../contract/contract';

const folder = tempFolder();
let files = 0;

storageContract((same) => openStorage(same?.url ?? join(folder, `${++files}.sqlite`)));
