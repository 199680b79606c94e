import { verifyWebhook } from '../../src/client/verify-webhook.ts'
import { toBase64 } from '../../src/core/kernel/bytes.ts'
import type { TestingOptions, TestLettershop } from '../../src/testing/lettershop.ts'

/** The results, as values that can be passed from a page to its test. */
export interface Outcome {
  itemId: string
  status: string
  events: string[]
  /** Files of the run's package. */
  files: string[]
  /** Types of the webhooks with a valid signature. */
  webhooks: string[]
  /** The item's first page at 150 dpi, in base64. */
  png: string
  /** Records of a CSV list as saved by a spreadsheet program. */
  records: string[][]
}

const recipient = {
  name: 'Zoë de Vries',
  street: 'Damrak',
  houseNumber: '12',
  postalCode: '1012 LG',
  city: 'Amsterdam',
  country: 'NL',
}

const list = '\uFEFFname;city\r\n"Zoë; or so";Łódź\r\nJan;"Den\nHaag"\r\n'

/** Creates, prints and delivers an item with the library, the same on every platform. */
export const scenario = async (
  createLettershop: (options: TestingOptions) => Promise<TestLettershop>,
): Promise<Outcome> => {
  const shop = await createLettershop({ clock: '2026-01-05T07:00:00Z', seed: 'a page' })
  const { liveKey, livePostflowId } = await shop.seed()
  const api = shop.client(liveKey)
  const { secret } = await api.webhooks.create({ url: 'https://shop.example/hook', events: ['item.*'] })
  const { id } = await api.items.create({ postflowId: livePostflowId, recipient, data: { firstName: 'Zoë' } })
  await shop.clock.advanceTo('next-cutoff')
  const item = await api.items.get(id)
  const verified = await Promise.all(
    shop.webhooks.requests.map(({ body, headers }) =>
      verifyWebhook(body, headers, secret!, { now: Number(headers['X-Webhook-Timestamp']) * 1000 }),
    ),
  )
  const { png } = await shop.proof(id)
  const outcome = {
    itemId: id,
    status: item.status,
    events: shop.events(id).map(({ type }) => type),
    files: shop.printers.live.packages.get(item.runId!)!.map(({ name }) => name),
    webhooks: verified.map(({ type }) => type),
    png: toBase64(png),
    records: await recordsOf(shop),
  }
  await shop.close()
  return outcome
}

const recordsOf = async ({ core }: TestLettershop): Promise<string[][]> => {
  const { csv } = core.services
  const chunks = async function* () {
    yield new TextEncoder().encode(list)
  }
  const records: string[][] = []
  for await (const batch of csv.decode(chunks(), (await csv.inspect(chunks())).dialect))
    records.push(...batch)
  return records
}
