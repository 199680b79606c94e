import type { Rows, WritableRows } from '../../core/ports/store.ts'
import { tables } from '../../core/tables.ts'
import { rowsFactory } from '../rows.ts'
import { sqliteCapabilities } from '../sql/capabilities.ts'
import { SqlReader, type SqlSession, SqlWriter } from '../sql/rows.ts'
import { TableStatements } from '../sql/table-statements.ts'
import { Session } from '../store-rules.ts'
import type { SqliteConnection } from './connection.ts'

/** One body's hold on a connection. */
export class ConnectionSession extends Session implements SqlSession {
  readonly connection: SqliteConnection
  constructor(connection: SqliteConnection) {
    super()
    this.connection = connection
  }
}

/** Compiled once for the process: statements do not depend on the file. */
const statements = Object.fromEntries(
  Object.entries(tables).map(([name, table]) => [
    name,
    new TableStatements(table as never, sqliteCapabilities),
  ]),
) as Record<keyof typeof tables, TableStatements>

export const readerRows: (session: ConnectionSession) => Rows = rowsFactory(
  (session, name) => new SqlReader(statements[name], session),
)

export const writerRows: (session: ConnectionSession) => WritableRows = rowsFactory(
  (session, name) => new SqlWriter(statements[name], session),
)
