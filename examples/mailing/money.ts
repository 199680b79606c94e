import { type Api, Refusal, waitUntil } from '../support/api.ts'
import { Findings } from '../support/tools.ts'

interface Quote {
  currency: string
  lines: { zone: string; quantity: number; unitPriceCents: number; amountCents: number }[]
  quantity: number
  subtotalCents: number
  missingCents: number | null
}
interface Balance {
  balanceCents: number
  reservedCents: number
  availableCents: number
}
export interface Item {
  id: string
  status: string
  reference: string
  priceCents: number
  runId: string | null
}

export const quoteOf = (api: Api, id: string): Promise<Quote> => api('GET', `/v1/postbatches/${id}/quote`)

export const itemsOf = async (api: Api, postbatchId: string): Promise<Item[]> => {
  const items: Item[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const from: string = cursor && `&cursor=${encodeURIComponent(cursor)}`
    const page: { data: Item[]; nextCursor: string | null } = await api(
      'GET',
      `/v1/items?filter[postbatchId]=${postbatchId}&sort=createdAt&limit=200${from}`,
    )
    items.push(...page.data)
    cursor = page.nextCursor
  }
  return items
}

export const sumOf = (items: readonly Item[]): number =>
  items.reduce((sum, { priceCents }) => sum + priceCents, 0)

/** Checks a quote against the price list, its own sum, and the cost of the items. */
export const checkQuote = async (
  api: Api,
  quote: Quote,
  specificationId: string,
  items: readonly Item[],
): Promise<void> => {
  const findings = new Findings()
  const { data: prices } = await api<{
    data: { productSpecificationId: string; zone: string; unitPriceCents: number }[]
  }>('GET', '/v1/billing/prices')
  for (const { zone, quantity, unitPriceCents, amountCents } of quote.lines) {
    const listed = prices.find((one) => one.productSpecificationId === specificationId && one.zone === zone)
    findings.check(listed?.unitPriceCents === unitPriceCents, `${zone} is quoted at ${unitPriceCents} cents`)
    findings.check(
      quantity * unitPriceCents === amountCents,
      `${zone}: ${amountCents} cents is not their product`,
    )
  }
  const total = quote.lines.reduce((sum, line) => sum + line.amountCents, 0)
  findings.check(total === quote.subtotalCents, `the lines add up to ${total}, not ${quote.subtotalCents}`)
  findings.check(quote.quantity === items.length, `${quote.quantity} pieces are quoted`)
  findings.check(sumOf(items) === quote.subtotalCents, `the items cost ${sumOf(items)} cents`)
  findings.assertNone('Quote')
}

/**
 * In live mode: with a cent too little nothing is reserved, with that cent exactly the quote is, and cancelling
 * releases all of it. `topUp` credits cents. Returns the quote.
 */
export const checkReservation = async (
  api: Api,
  postbatchId: string,
  topUp: (cents: number) => void,
): Promise<Quote> => {
  const quote = await quoteOf(api, postbatchId)
  const path = `/v1/postbatches/${postbatchId}`
  const assertBalance = async (when: string, balance: number, reserved: number): Promise<void> => {
    const is = await api<Balance>('GET', '/v1/billing/balance')
    if (
      is.balanceCents === balance &&
      is.reservedCents === reserved &&
      is.availableCents === balance - reserved
    )
      return
    throw new Error(`${when}: ${JSON.stringify(is)}, not ${balance} cents with ${reserved} of them reserved`)
  }
  const statusIs = (wanted: string) => async () =>
    (await api<{ status: string }>('GET', path)).status === wanted
  const cost = quote.subtotalCents
  if (quote.missingCents !== cost) throw new Error(`${quote.missingCents} of ${cost} cents are missing`)

  topUp(cost - 1)
  const refused = await api('POST', `${path}/approve`).catch((error: unknown) => error)
  if (!(refused instanceof Refusal && refused.status === 409 && /insufficient_funds/.test(refused.body)))
    throw new Error(`Approved with a cent too little: ${refused}`)
  await assertBalance('After the refusal', cost - 1, 0)

  topUp(1)
  await api('POST', `${path}/approve`)
  await assertBalance('Approved', cost, cost)
  await waitUntil('the Postbatch is scheduled', statusIs('SCHEDULED'))
  await assertBalance('Scheduled', cost, cost)

  await api('POST', `${path}/cancel`)
  await waitUntil('every item is cancelled', async () =>
    (await itemsOf(api, postbatchId)).every(({ status }) => ['CANCELLED', 'SUPPRESSED'].includes(status)),
  )
  await assertBalance('Cancelled', cost, 0)
  return quote
}
