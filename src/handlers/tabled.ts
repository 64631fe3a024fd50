import type { Table } from '../answers/tables/table';
import { FileAnswer } from '../fileAnswer';
import type { Context, TableType } from '../operation';
import { tableFile } from '../services/tables';

type TabledHandler<Input, Body> = (input: Input, context: Context) => Promise<Body | FileAnswer<TableType>>;

/**
 * A handler that answers with a table where its caller asks for one.
 *
 * @param asked what the table is made with, whatever the caller says of it
 */
export function tabled<Input extends object, Body extends object>(
  table: Table<NoInfer<Body>>,
  handler: TabledHandler<Input, Body>,
  asked?: Partial<Input>,
): TabledHandler<Input, Body> {
  return async (input, context) => {
    const { format } = context;
    if (format === 'json') return handler(input, context);
    const answer = await handler({ ...input, ...asked }, context);
    if (answer instanceof FileAnswer) return answer;
    return tableFile(table, format, answer);
  };
}
