/**
 * The peer of the lists in `bench/mixed.ts`: a hand-written handler with one API key. It runs Lettershop's
 * SELECT for the list, prepared once, and answers the same JSON. It validates no filter and signs no cursor.
 * `bun bench/minimal-server/lists.ts FILE SHAPES KEY`
 */
import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { readFileSync } from 'node:fs'
import { hashOf } from './rows.ts'

const [file, shapesFile, key] = process.argv.slice(2)
const db = new Database(file!, { readonly: true })
const shapes = new Map(
  (
    JSON.parse(readFileSync(shapesFile!, 'utf8')) as {
      query: string
      sql: string
      values: SQLQueryBindings[]
    }[]
  ).map(({ query, sql, values }) => [query, { statement: db.query(sql), values }]),
)
const keys = new Set([hashOf(key!)])

type Row = Record<string, string> &
  Record<'createdAt' | 'updatedAt' | 'addressOverride' | 'approvalRequired', number>
const parsed = (text: string | null) => (text === null ? null : JSON.parse(text))
const time = (at: unknown) => (at === null ? null : new Date(at as number).toISOString())

const recipientOf = (text: string) => {
  const recipient = JSON.parse(text) as Record<string, string | undefined>
  return {
    name: recipient.name ?? null,
    companyName: recipient.companyName ?? null,
    street: recipient.street ?? null,
    houseNumber: recipient.houseNumber ?? null,
    houseNumberSuffix: recipient.houseNumberSuffix ?? null,
    addressLine2: recipient.addressLine2 ?? null,
    postalCode: recipient.postalCode ?? null,
    city: recipient.city ?? null,
    region: recipient.region ?? null,
    country: recipient.country,
  }
}

const itemOf = (row: Row) => ({
  id: row.id,
  isTest: row.mode === 'test',
  postflowId: row.postflowId,
  postbatchId: row.postbatchId,
  templateVersionId: row.templateVersionId,
  productId: row.productId,
  productSpecificationId: row.specificationId,
  advertisingCategory: row.advertisingCategory,
  status: row.status,
  heldReason: row.heldReason,
  findings: parsed(row.findings!),
  recipient: recipientOf(row.recipient!),
  addressOverride: row.addressOverride === 1,
  data: parsed(row.data!),
  reference: row.reference,
  billingGroup: row.billingGroup,
  apiKeyId: row.apiKeyId,
  metadata: parsed(row.metadata!) ?? {},
  sendOn: row.sendOn,
  approvalRequired: row.approvalRequired === 1,
  approvedAt: time(row.approvedAt),
  rejectedAt: time(row.rejectedAt),
  runId: row.runId,
  sequence: row.sequence,
  cancellableUntil: time(row.cancellableUntil),
  suppression: parsed(row.suppression!),
  tracking: {
    code: row.trackingCode,
    url: `HTTP://MAIL.EXAMPLE/Q/${row.trackingCode}`,
    optOutUrl: `HTTP://MAIL.EXAMPLE/O/${row.trackingCode}`,
  },
  scanCount: row.scanCount,
  reprintOfItemId: row.reprintOf,
  reprintedAsItemId: row.reprintedAs,
  correctionOfItemId: row.correctionOf,
  correctedAsItemId: row.correctedAs,
  erasure:
    row.erasureRequestedAt === null
      ? null
      : { requestedAt: time(row.erasureRequestedAt), completedAt: time(row.erasedAt) },
  priceCents: row.priceCents,
  currency: row.currency,
  revision: row.revision,
  createdAt: time(row.createdAt),
  updatedAt: time(row.updatedAt),
})

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const bearer = request.headers.get('authorization')?.slice('Bearer '.length) ?? ''
    if (!keys.has(hashOf(bearer))) return new Response('unauthorised', { status: 401 })
    const shape = shapes.get(request.url.slice(request.url.indexOf('?') + 1))
    if (!shape) return new Response('not found', { status: 404 })
    const rows = shape.statement.all(...shape.values) as Row[]
    const limit = shape.values.at(-1) as number
    // The SELECT reads one row more than a page, which shows whether there are more.
    const hasMore = rows.length === limit
    const data = (hasMore ? rows.slice(0, -1) : rows).map(itemOf)
    const last = data.at(-1)
    const nextCursor = hasMore
      ? Buffer.from(JSON.stringify([last!.createdAt, last!.id])).toString('base64url')
      : null
    return Response.json({ data, nextCursor, hasMore })
  },
})
console.log(server.port)
