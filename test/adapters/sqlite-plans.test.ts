import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Statement } from '../../src/adapters/sql/statement.ts'
import { openConnection } from '../../src/adapters/sqlite/connection.ts'
import { loadDriver } from '../../src/adapters/sqlite/driver.ts'
import { ConnectionSession, writerRows } from '../../src/adapters/sqlite/session.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import { gt, isNull, oneOf } from '../../src/core/kernel/query.ts'
import type { WritableRows } from '../../src/core/ports/store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/*
 * Without statistics, SQLite expects as few rows of an organisation as of an item, and prefers an index on both
 * the organisation and the mode.
 */

const own = { organisationId: 'org_1', mode: 'live' } as const
const file = join(temporaryFolder(), 'plans.db')
let connection: ReturnType<typeof openConnection>
beforeAll(async () => {
  await (await createSqliteStore({ file })).close()
  connection = openConnection(await loadDriver(), file, { readOnly: false })
})
afterAll(() => connection.close())

/** The query plan of a transaction's statement. */
const plansOf = async (body: (rows: WritableRows) => Promise<unknown>): Promise<string[]> => {
  const statements: string[] = []
  class Recording extends ConnectionSession {
    override run(statement: Statement, values: readonly unknown[]) {
      statements.push(statement.sql)
      return super.run(statement, values)
    }
    override all(statement: Statement, values: readonly unknown[]) {
      statements.push(statement.sql)
      return super.all(statement, values)
    }
  }
  await body(writerRows(new Recording(connection)))
  return statements.map((sql) =>
    String(connection.query(`explain query plan ${sql.replaceAll('?', "'1'")}`)[0]?.detail),
  )
}

it.each<[string, string, (rows: WritableRows) => Promise<unknown>]>([
  [
    'the scans of an item',
    'scans_itemId_createdAt (itemId=?)',
    ({ scans }) => scans.find(own, { itemId: 'itm_1' }),
  ],
  [
    'previews of some items',
    'renders_itemId (itemId=?)',
    ({ renders }) => renders.find(own, { itemId: oneOf(['itm_1', 'itm_2']) }),
  ],
  [
    'rows removed with an import',
    'import_errors_importId_row (importId=?)',
    ({ importErrors }) => importErrors.remove(own, { importId: 'imp_1' }),
  ],
  [
    'updates of a run',
    'items_runId (runId=?)',
    ({ items }) => items.updateWhere(own, { runId: 'run_1', status: 'READY' }, { sequence: 1 }),
  ],
  [
    'the items of a run in pages by id',
    'items_runId (runId=? AND id>?)',
    ({ items }) =>
      items.find({ organisationId: 'org_1' }, [{ runId: 'run_1' }, { id: gt('itm_1') }], {
        order: [{ field: 'id' }],
        limit: 1,
      }),
  ],
  [
    'the latest items of a Postflow',
    'items_organisationId_mode_createdAt',
    ({ items }) =>
      items.find(
        own,
        { postflowId: 'pfl_1' },
        { order: [{ field: 'createdAt', descending: true }], limit: 1 },
      ),
  ],
  ['items of no run', 'items_organisationId_mode', ({ items }) => items.find(own, { runId: isNull })],
])('%s are looked up by %s', async (_what, index, body) => {
  const [plan] = await plansOf(body)
  expect(plan).toContain(`USING INDEX ${index}`)
})
