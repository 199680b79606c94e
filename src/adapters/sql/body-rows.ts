import { tables } from '../../core/model/index.ts'
import type { Rows, WritableRows } from '../../core/ports/store.ts'
import { rowsFactory } from '../rows.ts'
import type { Capabilities } from './capabilities.ts'
import { SqlReader, type SqlSession } from './reader.ts'
import { TableStatements } from './table-statements.ts'
import { SqlWriter } from './writer.ts'

/**
 * Makes the rows of a body for an engine. Statements are compiled once for the process and shared by all
 * databases.
 */
export const bodyRows = <Reading extends SqlSession, Writing extends SqlSession = Reading>(
  capabilities: Capabilities,
): { readerRows(session: Reading): Rows; writerRows(session: Writing): WritableRows } => {
  const statements = Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [name, new TableStatements(table as never, capabilities)]),
  ) as Record<keyof typeof tables, TableStatements>
  return {
    readerRows: rowsFactory((session, name) => new SqlReader(statements[name], session)),
    writerRows: rowsFactory(
      (session, name) => new SqlWriter(statements[name], session),
      (session, aheadMs) => session.rest?.(aheadMs),
    ),
  }
}
