import type { Executable } from '../../examples/support/executable.ts'
import { chooseReturnAddress } from '../../examples/support/organisation.ts'
import { sampleIds } from '../../src/core/features/products/install-catalogue.ts'
import { energyLetters } from '../../src/core/features/seed/designs/energy.ts'
import { floristPostcard } from '../../src/core/features/seed/designs/florist.ts'

const atOnce = 500
const firstNames = ['Zoë', 'Łukasz', 'Jan', 'Annemarie', 'Ștefan', 'Bram']

const paragraph = {
  type: 'text',
  font: 'noto-sans',
  size: 10,
  lineHeight: 1.45,
  x: 25,
  y: 30,
  w: 150,
  h: 200,
} as const
const words =
  'Dear {{firstName}}, the panels on your roof have made more current this spring than in the whole of last year. '
const page = (side: 'front' | 'back') => ({ side, elements: [{ ...paragraph, text: words.repeat(12) }] })

export const products = {
  card: { specificationId: sampleIds.a6, document: floristPostcard, pages: 2 },
  letter: {
    specificationId: sampleIds.c5,
    document: {
      ...energyLetters.windowLeft,
      pages: [energyLetters.windowLeft.pages[0]!, page('back'), page('front'), page('back')],
    },
    pages: 4,
  },
}
export type Product = keyof typeof products

export const newPostflow = async ({ api }: Executable, product: Product): Promise<string> => {
  const { specificationId, document } = products[product]
  const template = { name: product, productSpecificationId: specificationId, document }
  const { id: templateId } = await api<{ id: string }>('POST', '/v1/templates', template)
  await api('POST', `/v1/templates/${templateId}/publish`)
  const postflow = { name: product, templateId, trackingTargetUrl: 'https://example.com' }
  const { id } = await api<{ id: string }>('POST', '/v1/postflows', postflow)
  await api('POST', `/v1/postflows/${id}/activate`)
  return id
}

export const createItems = async ({ api }: Executable, postflowId: string, count: number): Promise<void> => {
  for (let from = 0; from < count; from += atOnce) {
    const body = Array.from({ length: Math.min(atOnce, count - from) }, (_, n) => ({
      postflowId,
      recipient: {
        name: `${firstNames[n % firstNames.length]} de Vries`,
        street: 'Prinsengracht',
        houseNumber: String(from + n + 1),
        postalCode: '1016 GV',
        city: 'Amsterdam',
        country: 'NL',
      },
      data: { firstName: firstNames[n % firstNames.length] },
    }))
    await api('POST', '/v1/items/bulk', { items: body })
  }
}

export const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((wake) => setTimeout(wake, 20))
}

export interface Run {
  id: string
  status: string
  itemCount: number
}

/**
 * Creates an organisation that prints its own mail, with rate limits that benches do not reach, and sets its
 * live key as the shop's key. Returns its id.
 */
export const openForLive = async (shop: Executable): Promise<string> => {
  const { id } = shop.cli<{ id: string }>('org', 'create', '--name', 'Bench', '--own-mail')
  shop.cli('org', 'limits', id, '--set', 'itemCreate=1000000,general=1000000')
  const args = ['key', 'create', '--org', id, '--mode', 'live', '--scopes', 'all']
  shop.key = shop.cli<{ key: string }>(...args).key
  await chooseReturnAddress(shop.api)
  return id
}

export const runsOf = async ({ api }: Executable): Promise<Run[]> =>
  (await api<{ data: Run[] }>('GET', '/v1/runs')).data

/** Waits until all items are in runs. Returns their run; throws if there are several. */
export const fullRun = async (shop: Executable, count: number): Promise<Run> => {
  await until(async () => (await runsOf(shop)).reduce((sum, { itemCount }) => sum + itemCount, 0) === count)
  const [run, ...others] = await runsOf(shop)
  if (others.length > 0) throw new Error('A cutoff passed while the items were created. Start again')
  return run!
}
