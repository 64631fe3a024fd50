import type { Engine } from '../../engine/engine';
import type { AnsweredOperation, AnswerParts } from '../../engine/tasks/answer';
import { FileAnswer, WrittenAnswer } from '../../fileAnswer';
import { type Asker, type FileOutput, type Output, TABLE_TYPES } from '../../operation';

/** Rows of an answer that were serialized before it, and their contract faults; null = none. */
interface WrittenRows {
  readonly texts: readonly Uint8Array[];
  readonly faults: object | null;
}

/**
 * Has a thread build an answer, validate it against the contract and serialize it in the requested format.
 *
 * @throws the signal's reason once it is aborted; the ApiError that the answer is refused with
 */
export async function writeAnswer<Id extends AnsweredOperation>(
  engine: Engine,
  operation: Id,
  parts: AnswerParts<Id>,
  { format, account, signal }: Pick<Asker, 'account' | 'signal' | 'format'>,
  rows: WrittenRows = { texts: [], faults: null },
): Promise<WrittenAnswer<Output<Id>> | FileOutput<Id>> {
  const { body, faults, file } = await engine.run(
    'answer',
    { operation, parts, format, rows: rows.texts },
    { account, signal },
  );
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (format === 'json' || file === null) return new WrittenAnswer<Output<Id>>(bytes, faults ?? rows.faults);
  const answer: FileAnswer = new FileAnswer({
    contentType: TABLE_TYPES[format],
    body: bytes,
    // A browser shows JSON.
    ...(format !== 'rows' && { fileName: file.name }),
    headers: { 'X-Answer': file.notes },
  });
  // Tables are requested only of operations whose contract has one.
  return answer as FileOutput<Id>;
}

/** Operations whose answers are built on the main thread, and serialized in a thread when a table is requested. */
type ListedOperation = 'listLedger' | 'getTrackRecord' | 'listSymbols';

/** An answer, or its table where the caller requests one. */
export async function orTable<Id extends ListedOperation>(
  { engine }: { readonly engine: Engine },
  operation: Id,
  answer: AnswerParts<Id> & Output<Id>,
  asker: Asker,
): Promise<Output<Id> | WrittenAnswer<Output<Id>> | FileOutput<Id>> {
  // The parts of these answers are the answers themselves.
  return asker.format === 'json' ? answer : writeAnswer(engine, operation, answer, asker);
}
