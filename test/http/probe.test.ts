import { compileValidators } from '../../src/http/compiledValidators';
import { type Contract, loadContract } from '../../src/openapi/document';
import { probeContract } from '../../src/openapi/document';

/** The contract with one operation changed. */
function changed(id: string, change: object): Contract {
  const contract = loadContract();
  const operations = contract.operations.map((one) => (one.id === id ? { ...one, ...change } : one));
  return { ...contract, operations };
}

test.each([
  ['an answer that its schema does not allow', 'getMe', { examples: { first: { value: { tier: 1 } } } }],
  ['no answer at all', 'getMe', { examples: {} }],
  ['a body that its schema does not allow', 'scoreSetups', { body: { schema: {}, examples: { first: { value: 7 } } } }],
  ['a path that the document does not have', 'listMarkets', { path: '/bazaars' }],
])('%s fails when it is generated, or else at boot, by the name of the operation', async (_name, id, change) => {
  const contract = changed(id, change);
  const validators = await compileValidators(contract);
  expect(() => probeContract(contract, validators)).toThrow(`openapi.yaml: ${id} does not accept its own example`);
});
