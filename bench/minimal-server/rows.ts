/**
 * The rows of an item creation, built by hand for `server.ts` and for the systems that `bench/webhooks`
 * compares with. Ids and texts are as long as the real ones. Columns that do not matter are left to the
 * inserting code.
 */
import { createHash, randomBytes } from 'node:crypto'

export type Row = Record<string, unknown>
export interface Body {
  postflowId: string
  recipient: Record<string, string>
  data: Record<string, string>
}

let serial = 0
/** Ascending ids as long as ULIDs. */
const newId = (prefix: string) =>
  `${prefix}_${Date.now().toString(36).padStart(10, '0')}${(serial++).toString(36).padStart(16, '0')}`

const now = Date.now()
export const organisationId = newId('org')
export const key = 'svc_test_bench'
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const own = { organisationId, mode: 'test' }
/** The resources that items refer to, and their run. */
export const place = {
  templateVersionId: newId('tve'),
  productId: newId('prd'),
  specificationId: newId('psp'),
  advertisingCategory: 'energy',
  runId: newId('run'),
  cutoffAt: now + 1e8,
  priceCents: 59,
}
export type Place = typeof place

/** The n-th Postflow of a bench; `bench/item-creation.ts` uses the first. */
export const postflowIdOf = (n: number): string => `pfl_${String(n).padStart(26, '0')}`

/** Rows that exist before the first item, by table. */
export const initialRows = (postflowIds: readonly string[]): [string, Row][] => {
  const { specificationId, productId, templateVersionId, advertisingCategory, runId, cutoffAt } = place
  const prices = JSON.stringify([{ zone: 'domestic', priceCents: place.priceCents }])
  const postflow = { ...own, status: 'ACTIVE', specificationId, templateVersionId, advertisingCategory }
  return [
    ['organisations', { id: organisationId, name: 'bench', status: 'ACTIVE', createdAt: now }],
    ['api_keys', { ...own, id: newId('key'), hash: hashOf(key), scopes: '["items.write"]' }],
    ['specifications', { id: specificationId, productId, sheet: '{}', prices }],
    ...postflowIds.map((id): [string, Row] => ['postflows', { ...postflow, id }]),
    ['runs', { ...own, id: runId, specificationId, status: 'OPEN', cutoffAt }],
  ]
}

export const addressKeyOf = ({ recipient }: Body): string =>
  `${recipient.country}|${recipient.postalCode}|${recipient.houseNumber}`

const statuses = ['CREATED', 'READY', 'SCHEDULED']

export const itemRow = (body: Body, { cutoffAt, ...made }: Place, at: number) => {
  const recipientName = body.recipient.name ?? body.recipient.companyName ?? ''
  return {
    ...own,
    ...made,
    id: newId('itm'),
    postflowId: body.postflowId,
    status: 'SCHEDULED',
    findings: '[]',
    recipient: JSON.stringify(body.recipient),
    recipientName,
    recipientNameFolded: recipientName.toLowerCase(),
    recipientCountry: body.recipient.country,
    addressKey: addressKeyOf(body),
    data: JSON.stringify(body.data),
    trackingCode: randomBytes(6).toString('hex').toUpperCase(),
    currency: 'EUR',
    cancellableUntil: cutoffAt,
    history: JSON.stringify(statuses.map((status) => ({ status, at }))),
    createdDay: new Date(at).toISOString().slice(0, 10),
    revision: 3,
    createdAt: at,
    updatedAt: at,
  }
}
export type ItemRow = ReturnType<typeof itemRow>

/** An item's three events with their envelopes; `sequence` counts within the item. */
export const eventRows = ({ id: itemId, postflowId, createdAt }: ItemRow) =>
  statuses.map((status, sequence) => {
    const event = { id: newId('evt'), type: `item.${status.toLowerCase()}` }
    const body = {
      ...event,
      version: 1,
      createdAt: new Date(createdAt).toISOString(),
      organisationId,
      isTest: true,
      data: { item: { id: itemId, status } },
    }
    return {
      ...own,
      ...event,
      ...{ itemId, postflowId, sequence, createdAt, expiresAt: createdAt + 30 * 86_400_000 },
      body: JSON.stringify(body),
    }
  })
export type EventRow = ReturnType<typeof eventRows>[number]

/** The two rollups that count an item. */
export const dayRows = ({ postflowId, createdDay: day }: ItemRow) =>
  [['organisation', organisationId] as const, ['postflow', postflowId] as const].map(
    ([grain, subjectId]) => ({
      ...own,
      id: `${organisationId}|test|${grain}|${subjectId}|${day}`,
      ...{ grain, subjectId, day, created: 1, nowScheduled: 1 },
    }),
  )

export const counterId = `events|${organisationId}`

/** The API's answer. */
export const answerOf = (item: ItemRow, { recipient, data }: Body) => ({ ...item, recipient, data })
