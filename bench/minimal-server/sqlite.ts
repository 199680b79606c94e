/**
 * An item creation on SQLite: prepared statements and one synced commit. Works with `bun:sqlite` and with
 * better-sqlite3.
 */
import {
  addressKeyOf,
  answerOf,
  type Body,
  counterId,
  dayRows,
  eventRows,
  initialRows,
  itemRow,
  organisationId,
  type Place,
  type Row,
} from './rows.ts'

export type Prepare = (sql: string) => {
  run(...values: Value[]): unknown
  get(...values: Value[]): unknown
  all(...values: Value[]): unknown[]
}
type Value = string | number | null

const listed = (names: readonly string[]) => names.map((name) => `"${name}"`).join(',')
const marks = (names: readonly string[]) => names.map(() => '?').join(',')

interface ColumnInfo {
  name: string
  type: string
  notnull: number
  hidden: number
}

/**
 * Prepares an INSERT of every column. Columns that a row omits are null or, if that is not allowed, 0 or
 * empty.
 */
const inserter = (prepare: Prepare, table: string, behind = '') => {
  const all = prepare(`PRAGMA table_xinfo("${table}")`).all() as ColumnInfo[]
  const columns = all.filter(({ hidden }) => hidden === 0)
  const names = columns.map(({ name }) => name)
  const defaults = columns.map(({ notnull, type }) => (notnull === 0 ? null : /INT/i.test(type) ? 0 : ''))
  const statement = prepare(`INSERT INTO "${table}" (${listed(names)}) VALUES (${marks(names)}) ${behind}`)
  return (row: Row) =>
    statement.run(
      ...names.map((name, index) => (row[name] === undefined ? defaults[index]! : row[name]) as Value),
    )
}

export const insertResources = (prepare: Prepare, postflowIds: readonly string[]): void => {
  for (const [table, row] of initialRows(postflowIds)) inserter(prepare, table)(row)
}

/** Creates an item of an existing Postflow in its own transaction. */
export const itemCreation = (prepare: Prepare) => {
  const insert = { item: inserter(prepare, 'items'), event: inserter(prepare, 'events') }
  const countDay = inserter(
    prepare,
    'analytics_days',
    'ON CONFLICT(id) DO UPDATE SET created = created + 1, nowScheduled = nowScheduled + 1',
  )
  const read = {
    postflow: prepare('SELECT * FROM postflows WHERE id = ? AND organisationId = ?'),
    specification: prepare('SELECT * FROM specifications WHERE id = ?'),
    suppression: prepare(
      'SELECT * FROM suppressions WHERE organisationId = ? AND mode = ? AND addressKey = ?',
    ),
    run: prepare(
      "SELECT * FROM runs WHERE organisationId = ? AND mode = ? AND specificationId = ? AND cutoffAt > ? AND status = 'OPEN' ORDER BY cutoffAt LIMIT 1",
    ),
    endpoints: prepare('SELECT * FROM webhook_endpoints WHERE organisationId = ?'),
  }
  const counter = prepare(
    `INSERT INTO counters ("id","organisationId","value") VALUES (?,?,3) ON CONFLICT(id) DO UPDATE SET value = value + 3 RETURNING value`,
  )
  const countRun = prepare('UPDATE runs SET itemCount = itemCount + 1 WHERE id = ?')
  const begin = prepare('BEGIN IMMEDIATE')
  const commit = prepare('COMMIT')

  return (body: Body) => {
    const at = Date.now()
    begin.run()
    const postflow = read.postflow.get(body.postflowId, organisationId) as Pick<
      Place,
      'templateVersionId' | 'specificationId' | 'advertisingCategory'
    >
    const { templateVersionId, specificationId, advertisingCategory } = postflow
    const specification = read.specification.get(specificationId) as { productId: string; prices: string }
    read.suppression.all(organisationId, 'test', addressKeyOf(body))
    const run = read.run.get(organisationId, 'test', specificationId, at) as { id: string; cutoffAt: number }
    const place = {
      ...{ templateVersionId, specificationId, advertisingCategory },
      ...{ productId: specification.productId, runId: run.id, cutoffAt: run.cutoffAt },
      priceCents: JSON.parse(specification.prices)[0].priceCents,
    }
    const item = itemRow(body, place, at)
    insert.item(item)
    countRun.run(run.id)
    const { value } = counter.get(counterId, organisationId) as { value: number }
    const events = eventRows(item)
    for (const event of events) insert.event({ ...event, sequence: value - 2 + event.sequence })
    read.endpoints.all(organisationId)
    for (const day of dayRows(item)) countDay(day)
    commit.run()
    return { item, events, answer: answerOf(item, body) }
  }
}
