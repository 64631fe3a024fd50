// Makes the given calls with the TypeScript client, and writes the outcome of each as JSON.
import { createPerennial, PerennialError } from '../../../generated/clients/typescript/perennial.js';

const { baseUrl, apiKey, retries, timeout, deadline, calls } = JSON.parse(process.argv[2]);
const ms = (seconds) => (seconds === undefined ? undefined : seconds * 1000);
const perennial = createPerennial({ baseUrl, apiKey, retries, timeoutMs: ms(timeout), deadlineMs: ms(deadline) });

const outcomes = [];
for (const { operation, args, accept } of calls) {
  let headers = null;
  const onHeaders = (all) => {
    headers = Object.fromEntries(all);
  };
  try {
    const value = await perennial[operation](args, { ...(accept && { accept }), onHeaders });
    const isBytes = value instanceof Uint8Array;
    outcomes.push({ value: isBytes ? [...value] : (value ?? null), kind: isBytes ? 'bytes' : 'value', headers });
  } catch (fault) {
    if (!(fault instanceof PerennialError)) {
      outcomes.push({ misuse: fault.message });
      continue;
    }
    const { code, message, status, requestId, retryAfter } = fault;
    outcomes.push({ code, message, status, requestId, retryAfter });
  }
}
console.log(JSON.stringify(outcomes));
