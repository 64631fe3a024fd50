import type { Engine } from '../../engine/engine';
import type { AnsweredOperation, AnswerParts } from '../../engine/tasks/answer';
import { FileAnswer, WrittenAnswer } from '../../fileAnswer';
import { type Asker, type FileOutput, type Handler, type Output, TABLE_TYPES } from '../../operation';

/** Members of the list of an answer that were written before it, and what in them breaks the contract; null = nothing. */
export interface WrittenRows {
  readonly texts: readonly Uint8Array[];
  readonly faults: object | null;
}

/**
 * Has a thread make an answer, hold it to the contract and write it, in the format asked for.
 *
 * @throws the signal's reason once it is aborted; what the answer is refused with
 */
export async function written<Id extends AnsweredOperation>(
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
  const answered: FileAnswer = new FileAnswer({
    contentType: TABLE_TYPES[format],
    body: bytes,
    fileName: file.name,
    headers: { 'X-Answer': file.notes },
  });
  // Only operations whose contract has a table are asked for one.
  return answered as FileOutput<Id>;
}

/** Operations whose answers are made on the main thread, and written in a thread where a table is asked for. */
type ListedOperation = 'listLedger' | 'getTrackRecord' | 'listSymbols';

/** A handler of one of them that answers with a table where its caller asks for one. */
export function tabled<Id extends ListedOperation>(
  { engine }: { readonly engine: Engine },
  operation: Id,
  handler: Handler<Id>,
): Handler<Id> {
  return async (input, context) => {
    const answer = await handler(input, context);
    if (context.format === 'json' || answer instanceof WrittenAnswer || answer instanceof FileAnswer) return answer;
    // These answers are their own parts.
    return written(engine, operation, answer as AnswerParts<Id>, context);
  };
}
