import { openStorage } from '../../../src/storage/open';
import { migratedFiles } from '../../helpers/migratedFiles';
import { storageContract } from '../contract/contract';

const newFile = migratedFiles();

storageContract(async (same) => openStorage(same?.url ?? (await newFile())));
