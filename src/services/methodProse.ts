import { type MethodProse, parseMethodProse } from '../answers/methodProse';
import { readSeedFolder, readSeedText } from '../seedValue';

/** The prose of the methodology, read from seeds/methodology. @throws ProseError */
export function loadMethodProse(): MethodProse {
  return parseMethodProse({
    summary: readSeedText('methodology/summary.md'),
    sections: readSeedFolder('methodology/sections'),
    definitions: readSeedText('methodology/definitions.md'),
    limitations: readSeedText('methodology/limitations.md'),
  });
}
