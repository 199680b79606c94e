/**
 * The other side of `bench/item-creation.ts`: what somebody would write by hand for this one request. Bun.serve,
 * prepared statements, no validation library, no group commit: one synced commit a request. It reads and writes
 * the same rows in the same tables, with the same indexes and ids and texts of the same length, as the real server:
 * the bench prints how much both files grow with each item. `bun bench/minimal-server/server.ts FILE DDL`
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
let serial = 0
/** As long as the real ones, which are ULIDs; rising, as they are. */
const id = (prefix: string) =>
  `${prefix}_${Date.now().toString(36).padStart(10, '0')}${(serial++).toString(36).padStart(16, '0')}`

const key = 'svc_test_bench'
const now = Date.now()
const organisationId = id('org')
/** What `bench/item-creation.ts` asks for. */
const postflowId = `pfl_${'0'.repeat(26)}`
const specificationId = id('psp')
insert.organisation({ id: organisationId, name: 'bench', status: 'ACTIVE', createdAt: now })
insert.key({
  id: id('key'),
  organisationId,
  mode: 'test',
  hash: createHash('sha256').update(key).digest('hex'),
  scopes: '["items.write"]',
})
insert.specification({
  id: specificationId,
  productId: id('prd'),
  sheet: '{}',
  prices: '[{"zone":"domestic","priceCents":59}]',
})
insert.postflow({
  id: postflowId,
  organisationId,
  mode: 'test',
  status: 'ACTIVE',
  specificationId,
  templateVersionId: id('tve'),
  advertisingCategory: 'energy',
})
insert.run({
  id: id('run'),
  organisationId,
  mode: 'test',
  specificationId,
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

interface Body {
  postflowId: string
  recipient: Record<string, string>
  data: Record<string, string>
}

const create = (body: Body): unknown => {
  const at = Date.now()
  const day = new Date(at).toISOString().slice(0, 10)
  begin.run()
  const postflow = read.postflow.get(body.postflowId, organisationId) as {
    templateVersionId: string
    specificationId: string
    advertisingCategory: string
  }
  const specification = read.specification.get(postflow.specificationId) as {
    productId: string
    prices: string
  }
  const addressKey = `${body.recipient.country}|${body.recipient.postalCode}|${body.recipient.houseNumber}`
  read.suppression.all(organisationId, 'test', addressKey)
  const run = read.run.get(organisationId, 'test', postflow.specificationId, at) as {
    id: string
    cutoffAt: number
  }
  const recipientName = body.recipient.name ?? body.recipient.companyName ?? ''
  const item = {
    id: id('itm'),
    organisationId,
    mode: 'test',
    postflowId: body.postflowId,
    templateVersionId: postflow.templateVersionId,
    productId: specification.productId,
    specificationId: postflow.specificationId,
    advertisingCategory: postflow.advertisingCategory,
    status: 'SCHEDULED',
    findings: '[]',
    recipient: JSON.stringify(body.recipient),
    recipientName,
    recipientNameFolded: recipientName.toLowerCase(),
    recipientCountry: body.recipient.country,
    addressKey,
    data: JSON.stringify(body.data),
    runId: run.id,
    trackingCode: randomBytes(6).toString('hex').toUpperCase(),
    priceCents: JSON.parse(specification.prices)[0].priceCents,
    currency: 'EUR',
    cancellableUntil: run.cutoffAt,
    history: JSON.stringify(['CREATED', 'READY', 'SCHEDULED'].map((status) => ({ status, at }))),
    createdDay: day,
    revision: 3,
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
      postflowId: body.postflowId,
      expiresAt: at + 30 * 86_400_000,
      body: JSON.stringify({
        id: event.id,
        type: event.type,
        version: 1,
        createdAt: new Date(at).toISOString(),
        organisationId,
        isTest: true,
        data: { item: { id: item.id, status } },
      }),
    })
  }
  read.endpoints.all(organisationId)
  countDay('organisation', organisationId, day)
  countDay('postflow', body.postflowId, day)
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
