import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Api } from '../../src/client/types.ts'
import type { Core } from '../../src/core/app/index.ts'
import { operatorActor } from '../../src/core/engine/audit/changes.ts'
import { testNow } from '../../src/core/engine/mode-clock.ts'
import { setSeller } from '../../src/core/features/billing/seller.ts'
import { receivePayment } from '../../src/core/features/billing/uninvoiced.ts'
import { exportCatalogue } from '../../src/core/features/products/catalogue/export.ts'
import { checkFile, importChecked } from '../../src/core/features/products/catalogue/import.ts'
import type { Seeded } from '../../src/core/features/seed/seed.ts'

/** A recipient and the first name that the sample designs greet. */
export type SampleItem = { recipient: object & { name: string }; data: { firstName: string } }

/** Configures who invoices and what is printed, so that only the printer is missing before real mail. */
export const openShop = async ({ services }: Core): Promise<void> => {
  await setSeller(services, {
    name: 'Drukkerij De Vlinder',
    address: {
      street: 'Westzeedijk',
      houseNumber: '12',
      postalCode: '3016 AG',
      city: 'Rotterdam',
      country: 'NL',
    },
    vatNumber: 'NL123456789B01',
    iban: 'NL91ABNA0417164300',
  })
  // The first catalogue, whose zones depend on each organisation, as its operator would keep it.
  const { file } = await exportCatalogue(services)
  const countryZones = (file.countryZones as object[]).map((zones) => ({ ...zones, origin: 'NL' }))
  await importChecked(services, await checkFile(services, { ...file, countryZones }), operatorActor)
}

/** Tops up the balance. */
export const payIn = async ({ services }: Core, organisationId: string): Promise<void> => {
  await receivePayment(services, { organisationId, amountCents: 25_000, paymentId: 'demo-1' })
}

interface Mailing {
  name: string
  templateId: string
  items: readonly SampleItem[]
}

/** How long a mailing may take to be checked. It takes less than a second. */
const checkedWithinMs = 60_000
/** Pause between polls, so that a failing job is not repeated at once. */
const pauseMs = 10

/** Creates a mailing that is ready to approve. Throws if it is not valid. */
const validated = async (core: Core, organisationId: string, api: Api, mailing: Mailing): Promise<string> => {
  const { name, templateId, items } = mailing
  const { id } = await api.postbatches.create({ name, templateId })
  await api.postbatches.addItems(id, { items: items as never })
  await api.postbatches.validate(id)
  const until = Date.now() + checkedWithinMs
  while (Date.now() < until) {
    const { status } = await api.postbatches.get(id)
    if (status === 'VALIDATED') return id
    if (status !== 'VALIDATING') throw new Error(`The mailing “${name}” is ${status} instead of VALIDATED.`)
    await core.scheduler.advance(organisationId, await testNow(core.services, organisationId))
    await setTimeout(pauseMs)
  }
  throw new Error(
    `The mailing “${name}” was not checked within ${checkedWithinMs / 1000} seconds. Start the demo again. If it fails again, look for the failed job in the server’s log.`,
  )
}

/**
 * Creates two mailings: one goes out at the next cutoff, the other waits for its approval. Returns the id of the
 * first.
 */
export const makeMailings = async (
  core: Core,
  organisationId: string,
  api: Api,
  { templates }: Seeded,
  itemsOf: (first: number, count: number) => SampleItem[],
): Promise<string> => {
  const [card, letter] = templates.slice(-2)
  const sent = { name: 'Winter thank-you', templateId: letter!.id, items: itemsOf(0, 24) }
  const id = await validated(core, organisationId, api, sent)
  await api.postbatches.approve(id)
  const waiting = { name: 'Dinner in January', templateId: card!.id, items: itemsOf(8, 16) }
  await validated(core, organisationId, api, waiting)
  return id
}

/**
 * Registers a webhook at a local server that answers 500, and reports two returned pieces to it. The server
 * ends with the process.
 */
export const failWebhook = async (core: Core, api: Api, returned: readonly string[]): Promise<void> => {
  const server = createServer((_request, response) => {
    response.writeHead(500, { Connection: 'close' }).end('The order system is down.')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  await api.webhooks.create({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/returned-mail`,
    description: 'Order system',
    events: ['item.returned'],
  })
  for (const id of returned) await api.developers.simulate(id, { event: 'RETURNED' })
  await core.webhooks.settle()
}
