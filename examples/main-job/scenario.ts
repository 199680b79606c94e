import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Api } from '../support/api.ts'
import type { AddressZone, Expected } from '../support/check-package.ts'

interface Recipient {
  name?: string
  companyName?: string
  street?: string
  postalCode?: string
  city?: string
  country: string
}

interface Example {
  /** Expected outcome. */
  expect: 'printed' | 'attention' | 'suppressed'
  because?: string
  recipient: Recipient
  data: { firstName: string }
  reference: string
}

interface SuppressionExample {
  recipient: Recipient
  reason: string
  matchName?: boolean
  advertisingCategory?: string
}

interface Item {
  id: string
  status: string
  runId: string | null
  reference: string
  findings: { code: string }[]
}

const readJson = <T>(name: string): T =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8')) as T

/** Five hundred recipients as in real lists, with the expected outcome of each. */
export const examples = readJson<Example[]>('recipients.json')
const suppressions = readJson<SuppressionExample[]>('suppressions.json')

const batchSize = 100
export const batches = Array.from({ length: Math.ceil(examples.length / batchSize) }, (_, n) =>
  examples.slice(n * batchSize, (n + 1) * batchSize),
)

/** Returns the seeded postcard's template and address zone. */
export const seededPostcard = async (api: Api): Promise<{ templateId: string; zone: AddressZone }> => {
  const { data: seeded } = await api<{
    data: { productSpecificationId: string; templateId: string; id: string }[]
  }>('GET', '/v1/postflows')
  const { data: products } = await api<{ data: { id: string; kind: string }[] }>('GET', '/v1/products')
  const specifications = await Promise.all(
    products.map(async (product) => {
      const { data } = await api<{
        data: { id: string; sheet: { zones: (AddressZone & { kind: string })[] } }[]
      }>('GET', `/v1/products/${product.id}/specifications`)
      return data.map((specification) => ({ ...specification, product }))
    }),
  )
  const postcards = specifications.flat().filter(({ product }) => product.kind === 'POSTCARD')
  const model = seeded.find((postflow) => postcards.some(({ id }) => id === postflow.productSpecificationId))
  if (!model) throw new Error('The seed has no Postflow with a postcard.')
  const { sheet } = postcards.find(({ id }) => id === model.productSpecificationId)!
  return { templateId: model.templateId, zone: sheet.zones.find(({ kind }) => kind === 'address')! }
}

/** A Postflow on the seeded postcard: advertising mail, and each recipient at most once in thirty days. */
export const preparePostflow = async (api: Api): Promise<{ postflowId: string; zone: AddressZone }> => {
  const { templateId, zone } = await seededPostcard(api)
  const { id: postflowId } = await api<{ id: string }>('POST', '/v1/postflows', {
    name: 'Five hundred recipients',
    templateId,
    advertisingCategory: 'retail',
    duplicateWindowDays: 30,
  })
  await api('POST', `/v1/postflows/${postflowId}/activate`)
  for (const { matchName, ...entry } of suppressions) {
    await api('POST', '/v1/suppressions', {
      recipient: entry.recipient,
      reason: entry.reason,
      matchName: matchName ?? false,
      advertisingCategory: entry.advertisingCategory ?? null,
    })
  }
  return { postflowId, zone }
}

/** Creates one batch; repeated under its key after a crash, it has one effect. */
export const createBatch = (api: Api, postflowId: string, number: number): Promise<unknown> =>
  api(
    'POST',
    '/v1/items/bulk',
    {
      items: batches[number]!.map(({ recipient, data, reference }) => ({
        postflowId,
        recipient,
        data,
        reference,
      })),
    },
    { 'Idempotency-Key': `${postflowId}-batch-${number}` },
  )

export const listItems = async (api: Api, postflowId: string): Promise<Item[]> => {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
    const page: { data: Item[]; nextCursor: string | null } = await api(
      'GET',
      `/v1/items?filter[postflowId]=${postflowId}&sort=createdAt&limit=200${query}`,
    )
    items.push(...page.data)
    cursor = page.nextCursor
  } while (cursor)
  return items
}

const statusesOf = {
  attention: ['NEEDS_ATTENTION'],
  suppressed: ['SUPPRESSED'],
  printed: ['SCHEDULED', 'IN_PRODUCTION', 'HANDED_TO_CARRIER', 'COMPLETED'],
}

/** Checks that every recipient became one item with the expected status. */
export const checkStatuses = (items: readonly Item[], sent: readonly Example[] = examples): void => {
  const wrong: string[] = []
  for (const example of sent) {
    const own = items.filter((item) => item.reference === example.reference)
    if (own.length !== 1) wrong.push(`${example.reference} exists ${own.length} times`)
    for (const item of own) {
      if (statusesOf[example.expect].includes(item.status)) continue
      const why = item.findings.map((finding) => finding.code).join(', ')
      wrong.push(`${example.reference} (${example.because ?? 'good'}) is ${item.status} ${why}`)
    }
  }
  if (items.length !== sent.length) wrong.push(`${items.length} items for ${sent.length} recipients`)
  if (wrong.length > 0)
    throw new Error(`Statuses: ${wrong.length} are wrong\n  ${wrong.slice(0, 20).join('\n  ')}`)
}

/** Texts required in the address block of every valid item: name or company, street and city. */
export const expectedPieces = (items: readonly Item[], sent: readonly Example[] = examples): Expected[] =>
  sent
    .filter(({ expect }) => expect === 'printed')
    .map(({ reference, recipient }) => ({
      itemId: items.find((item) => item.reference === reference)!.id,
      addressTexts: [recipient.name, recipient.companyName, recipient.street, recipient.city].filter(
        (text) => text !== undefined,
      ),
    }))

/** Returns the only run of the valid items. */
export const runOf = (items: readonly Item[]): string => {
  const runs = new Set(items.flatMap((item) => (item.runId ? [item.runId] : [])))
  if (runs.size !== 1) throw new Error(`The items went to ${runs.size} runs: ${[...runs].join(', ')}`)
  return [...runs][0]!
}
