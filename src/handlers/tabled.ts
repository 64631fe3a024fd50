import type { Engine } from '../engine/engine';
import type { AnswerParts } from '../engine/tasks/answer';
import { FileAnswer } from '../fileAnswer';
import type { Handler } from '../operation';
import { written } from '../services/written';
import { WrittenAnswer } from '../writtenAnswer';

/** What is made on the main thread, and written in a thread where a table is asked for. */
type ListedOperation = 'listLedger' | 'getTrackRecord' | 'listSymbols';

/** A handler that answers with a table where its caller asks for one. */
export function tabled<Id extends ListedOperation>(engine: Engine, operation: Id, handler: Handler<Id>): Handler<Id> {
  return async (input, context) => {
    const answer = await handler(input, context);
    if (context.format === 'json' || answer instanceof WrittenAnswer || answer instanceof FileAnswer) return answer;
    // These answers are their own parts.
    return written(engine, operation, answer as AnswerParts<Id>, context);
  };
}
