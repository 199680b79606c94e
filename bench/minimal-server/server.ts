/**
 * The other side of `bench/item-creation.ts`: what somebody would write by hand for this one request. Bun.serve,
 * prepared statements, no validation library, no group commit: one synced commit a request. It reads and writes
 * the same rows in the same tables, with the same indexes, as the real server. `bun bench/minimal-server/server.ts FILE DDL`
 */
import { Database } from 'bun:sqlite'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [file, ddl] = process.argv.slice(2)
const db = new Database(file!)
for (const pragma of [
  'journal_mode=WAL',
  'synchronous=FULL',
  'foreign_keys=ON',
  'cache_size=-65536',
  'temp_store=MEMORY',
]) {
  db.run(`PRAGMA ${pragma}`)
}
db.run(readFileSync(ddl!, 'utf8'))

const columnsOf = (table: string): string[] =>
  (db.query(`PRAGMA table_xinfo("${table}")`).all() as { name: string; hidden: number }[])
    .filter((column) => column.hidden === 0)
    .map((column) => column.name)

/** An INSERT of every column; a row names the ones that matter, the others get a value of their type. */
const inserter = (table: string) => {
  const info = (
    db.query(`PRAGMA table_xinfo("${table}")`).all() as {
      name: string
      type: string
      notnull: number
      hidden: number
    }[]
  ).filter((column) => column.hidden === 0)
  const defaults = info.map((column) => (column.notnull === 0 ? null : /INT/i.test(column.type) ? 0 : ''))
  const names = columnsOf(table)
  const statement = db.query(
    `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(',')}) VALUES (${names.map(() => '?').join(',')})`,
  )
  return (row: Record<string, unknown>) =>
    statement.run(
      ...(names.map((name, index) => (row[name] === undefined ? defaults[index]! : row[name])) as never[]),
    )
}

const insert = {
  organisation: inserter('organisations'),
  key: inserter('api_keys'),
  postflow: inserter('postflows'),
  run: inserter('runs'),
  specification: inserter('specifications'),
  item: inserter('items'),
  event: inserter('events'),
}
const organisationId = 'org_bench'
const key = 'svc_test_bench'
const now = Date.now()
insert.organisation({ id: organisationId, name: 'bench', status: 'ACTIVE', createdAt: now })
insert.key({
  id: 'key_bench',
  organisationId,
  mode: 'test',
  hash: createHash('sha256').update(key).digest('hex'),
  scopes: '["items.write"]',
})
insert.specification({ id: 'psp_bench', sheet: '{}', prices: '[{"zone":"domestic","priceCents":59}]' })
insert.postflow({
  id: 'pfl_bench',
  organisationId,
  mode: 'test',
  status: 'ACTIVE',
  specificationId: 'psp_bench',
})
insert.run({
  id: 'run_bench',
  organisationId,
  mode: 'test',
  specificationId: 'psp_bench',
  status: 'OPEN',
  cutoffAt: now + 1e8,
})

const read = {
  key: db.query('SELECT * FROM api_keys WHERE hash = ?'),
  organisation: db.query('SELECT * FROM organisations WHERE id = ?'),
  postflow: db.query('SELECT * FROM postflows WHERE id = ? AND organisationId = ?'),
  specification: db.query('SELECT * FROM specifications WHERE id = ?'),
  suppression: db.query(
    'SELECT * FROM suppressions WHERE organisationId = ? AND mode = ? AND addressKey = ?',
  ),
  run: db.query(
    "SELECT * FROM runs WHERE organisationId = ? AND mode = ? AND specificationId = ? AND cutoffAt > ? AND status = 'OPEN' ORDER BY cutoffAt LIMIT 1",
  ),
  endpoints: db.query('SELECT * FROM webhook_endpoints WHERE organisationId = ?'),
}
const rollup = (() => {
  const names = columnsOf('analytics_days')
  return db.query(
    `INSERT INTO analytics_days (${names.map((name) => `"${name}"`).join(',')}) VALUES (${names.map(() => '?').join(',')})
     ON CONFLICT(id) DO UPDATE SET created = created + 1, nowScheduled = nowScheduled + 1`,
  )
})()
const rollupNames = columnsOf('analytics_days')
const countDay = (grain: string, subjectId: string, day: string) => {
  const row: Record<string, unknown> = {
    id: `${organisationId}|test|${grain}|${subjectId}|${day}`,
    organisationId,
    mode: 'test',
    grain,
    subjectId,
    day,
    created: 1,
    nowScheduled: 1,
  }
  rollup.run(...(rollupNames.map((name) => row[name] ?? 0) as never[]))
}
const counter = db.query(
  `INSERT INTO counters ("id","organisationId","value") VALUES (?,?,3) ON CONFLICT(id) DO UPDATE SET value = value + 3 RETURNING value`,
)
const countRun = db.query('UPDATE runs SET itemCount = itemCount + 1 WHERE id = ?')
const begin = db.query('BEGIN IMMEDIATE')
const commit = db.query('COMMIT')

let serial = 0
const id = (prefix: string) =>
  `${prefix}_${Date.now().toString(36)}${(serial++).toString(36).padStart(8, '0')}`

interface Body {
  postflowId: string
  recipient: Record<string, string>
  data: Record<string, string>
}

const create = (body: Body): unknown => {
  const at = Date.now()
  const day = new Date(at).toISOString().slice(0, 10)
  begin.run()
  const postflow = read.postflow.get('pfl_bench', organisationId) as { specificationId: string }
  const specification = read.specification.get(postflow.specificationId) as { prices: string }
  const addressKey = `${body.recipient.country}|${body.recipient.postalCode}|${body.recipient.houseNumber}`
  read.suppression.all(organisationId, 'test', addressKey)
  const run = read.run.get(organisationId, 'test', postflow.specificationId, at) as {
    id: string
    cutoffAt: number
  }
  const item = {
    id: id('itm'),
    organisationId,
    mode: 'test',
    postflowId: 'pfl_bench',
    status: 'SCHEDULED',
    findings: '[]',
    recipient: JSON.stringify(body.recipient),
    recipientName: body.recipient.name ?? body.recipient.companyName,
    recipientCountry: body.recipient.country,
    addressKey,
    data: JSON.stringify(body.data),
    runId: run.id,
    trackingCode: randomBytes(8).toString('hex'),
    priceCents: JSON.parse(specification.prices)[0].priceCents,
    history: JSON.stringify(['CREATED', 'READY', 'SCHEDULED'].map((status) => ({ status, at }))),
    createdDay: day,
    createdAt: at,
    updatedAt: at,
  }
  insert.item(item)
  countRun.run(run.id)
  const { value } = counter.get(`events|${organisationId}`, organisationId) as { value: number }
  for (const [index, status] of ['CREATED', 'READY', 'SCHEDULED'].entries()) {
    const event = {
      id: id('evt'),
      organisationId,
      mode: 'test',
      sequence: value - 2 + index,
      type: `item.${status.toLowerCase()}`,
      createdAt: at,
    }
    insert.event({
      ...event,
      itemId: item.id,
      postflowId: 'pfl_bench',
      expiresAt: at,
      body: JSON.stringify({ ...event, version: 1, isTest: true, data: { item: { id: item.id, status } } }),
    })
  }
  read.endpoints.all(organisationId)
  countDay('organisation', organisationId, day)
  countDay('postflow', 'pfl_bench', day)
  commit.run()
  return { ...item, recipient: body.recipient, data: body.data }
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const url = new URL(request.url)
    if (request.method !== 'POST' || url.pathname !== '/v1/items')
      return new Response('not found', { status: 404 })
    const bearer = request.headers.get('authorization')?.slice(7) ?? ''
    const known = read.key.get(createHash('sha256').update(bearer).digest('hex')) as {
      organisationId: string
      scopes: string
    } | null
    if (!known || !JSON.parse(known.scopes).includes('items.write'))
      return new Response('unauthorised', { status: 401 })
    read.organisation.get(known.organisationId)
    const body = (await request.json()) as Body
    if (typeof body.recipient?.postalCode !== 'string') {
      return Response.json({ code: 'validation_failed' }, { status: 422 })
    }
    return Response.json(create(body), { status: 201 })
  },
})
console.log(server.port)
