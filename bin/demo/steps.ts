import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { clientOf } from '../../src/client/client.ts'
import { inProcessTransport } from '../../src/client/in-process.ts'
import type { Api } from '../../src/client/types.ts'
import { verifyWebhook } from '../../src/client/verify-webhook.ts'
import type { Core } from '../../src/core/app/index.ts'
import { testNow } from '../../src/core/engine/mode-clock.ts'
import { createKey } from '../../src/core/features/developers/keys.ts'
import { createOrganisation } from '../../src/core/features/organisations/manage.ts'
import { newSignInLink } from '../../src/core/features/people/accounts/links.ts'
import { createAccount } from '../../src/core/features/people/administration/user-admin.ts'
import { showRun } from '../../src/core/features/runs/command-line.ts'
import { type Seeded, seedOrganisation } from '../../src/core/features/seed/seed.ts'
import { dayMs, ianaTimeZone } from '../../src/core/kernel/time.ts'
import type { OrganisationRow } from '../../src/core/model/organisations.ts'
import { failWebhook, makeMailings, openShop, payIn, type SampleItem } from './shop.ts'

/** A local endpoint that verifies every webhook, as a customer's program would. */
export interface Receiver {
  url: string
  received: { type: string; verified: boolean }[]
  /** Sets the endpoint's secret, which is known after its registration. */
  trust(secret: string): void
  close(): void
}

export const startReceiver = async (): Promise<Receiver> => {
  const received: Receiver['received'] = []
  let secret = ''
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const type = String(request.headers['x-webhook-event'])
    const verified = await verifyWebhook(Buffer.concat(chunks), request.headers, secret).then(
      () => true,
      () => false,
    )
    received.push({ type, verified })
    response.writeHead(verified ? 204 : 400).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    trust: (value) => {
      secret = value
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** A recipient in the format of POST /v1/items. */
export interface SampleRecipient {
  name: string
  street: string
  houseNumber: string
  postalCode: string
  city: string
  country: string
}

const names = [
  'Zoë de Vries',
  'Noor Jansen',
  'Søren Kjær',
  'Amélie Dubois',
  'Jürgen Müller',
  'Łukasz Wójcik',
  'Γιάννης Παπαδόπουλος',
  'Nguyễn Thị Hương',
  'Maria Ferreira',
  'Daan Bakker',
  'Fatima El Amrani',
  'Élodie Lefèvre',
  'Pieter-Jan van den Berg',
  'Åsa Lindqvist',
  'Chiara Rossi',
  'Tomáš Novák',
]

const addresses: Omit<SampleRecipient, 'name' | 'houseNumber'>[] = [
  { street: 'Prinsengracht', postalCode: '1016 GV', city: 'Amsterdam', country: 'NL' },
  { street: 'Oudegracht', postalCode: '3511 AB', city: 'Utrecht', country: 'NL' },
  { street: 'Coolsingel', postalCode: '3011 AD', city: 'Rotterdam', country: 'NL' },
  { street: 'Grote Markt', postalCode: '9712 HN', city: 'Groningen', country: 'NL' },
  { street: 'Vrijthof', postalCode: '6211 LE', city: 'Maastricht', country: 'NL' },
  { street: 'Meir', postalCode: '2000', city: 'Antwerpen', country: 'BE' },
  { street: 'Torstraße', postalCode: '10119', city: 'Berlin', country: 'DE' },
  { street: 'Rue de Rivoli', postalCode: '75001', city: 'Paris', country: 'FR' },
]

/** Returns the nth sample recipient, always the same; every fortieth has an invalid postal code. */
export const sampleRecipient = (n: number): SampleRecipient => {
  const address = addresses[(n * 5) % addresses.length]!
  return {
    name: names[n % names.length]!,
    ...address,
    houseNumber: String(1 + ((n * 7) % 180)),
    ...(n % 40 === 39 ? { postalCode: '0000' } : {}),
  }
}

const firstNameOf = (recipient: SampleRecipient): string => recipient.name.split(' ')[0]!

export interface Stage {
  line(name: string, text: string): void
  /** A progress bar, followed by `text`. `share` is from 0 to 1. */
  progress(name: string, share: number, text: string): void
}

export interface DemoResult {
  organisationId: string
  testKey: string
  /** Signs in to the portal once. */
  signInUrl: string
  itemId: string
  runId: string
  items: number
  pdf: string
  webhooks: { received: number; verified: number }
}

const days = 30
const itemsPerDay = 8
/** Days between a piece and its return. */
const returnDays = 7
/** Enough for a small run to inspect. */
const mainItems = 12

/**
 * Fills a shop as if it had been used for thirty days, in the time zone of this computer: sent and returned mail,
 * a mailing under way and one to approve, and a webhook that fails. Prints mail step by step, in test mode.
 */
export const runSteps = async (core: Core, stage: Stage, printed: string): Promise<DemoResult> => {
  const { services } = core
  await openShop(core)
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const organisation = await createOrganisation(services, {
    name: 'Bloemen van Zoë',
    country: 'NL',
    // Node may know no time zone, for example if TZ is empty.
    timeZone: ianaTimeZone(timeZone ?? '') ?? 'UTC',
  })
  const { key } = await createKey(services, { organisationId: organisation.id, mode: 'test', scopes: 'all' })
  const api = clientOf(inProcessTransport(core, key))
  await chooseReturnAddress(core, organisation)
  await payIn(core, organisation.id)
  const seeded = await seedOrganisation(services, organisation.id)
  const returned = await fillDays(core, organisation.id, api, seeded, stage)
  const postflowId = testPostflows(seeded)[0]!
  const main = await mainJob(core, organisation.id, api, postflowId, stage, printed)
  // Follows the main job, because only that job's webhooks are counted.
  const mailingId = await makeMailings(core, organisation.id, api, seeded, itemsOf)
  const { nextCutoffAt } = await api.developers.testClock()
  await core.scheduler.advance(organisation.id, Date.parse(nextCutoffAt!))
  const { runs } = await api.postbatches.get(mailingId)
  for (const { id } of runs) await untilPrinted(core, organisation.id, id)
  await failWebhook(core, api, returned)
  // Items of the next run.
  await api.items.createBulk({ items: itemsOf(16, 5).map((item) => ({ postflowId, ...item })) })
  return {
    organisationId: organisation.id,
    testKey: key,
    ...main,
    signInUrl: await signInUrlOf(core, organisation),
  }
}

/** Creates the return address that live mail needs; test mail shows it too. */
const chooseReturnAddress = async (
  core: Core,
  { id: organisationId, name }: OrganisationRow,
): Promise<void> => {
  const scopes = ['organisation.manage']
  const { key } = await createKey(core.services, { organisationId, mode: 'live', scopes })
  await clientOf(inProcessTransport(core, key)).returnAddresses.create({
    name: 'Shop',
    address: {
      companyName: name,
      street: 'Keizersgracht',
      houseNumber: '123',
      postalCode: '1015 CJ',
      city: 'Amsterdam',
      country: 'NL',
    },
  })
}

const signInUrlOf = async ({ services }: Core, { id }: OrganisationRow): Promise<string> => {
  const email = 'zoe@example.com'
  await createAccount(services, { email, name: 'Zoë', organisationId: id, operator: true })
  return newSignInLink(services, email)
}

/** Returns items for a number of sample recipients. */
const itemsOf = (first: number, count: number): SampleItem[] =>
  Array.from({ length: count }, (_, index) => {
    const recipient = sampleRecipient(first + index)
    return { recipient, data: { firstName: firstNameOf(recipient) } }
  })

const testPostflows = ({ postflows }: Seeded): string[] =>
  postflows.filter(({ mode }) => mode === 'test').map(({ id }) => id)

/**
 * Creates eight items a day for thirty days of the test clock; each day's cutoff prints them. Some are returned.
 * Gives the ids of two more that can be returned later.
 */
const fillDays = async (
  core: Core,
  organisationId: string,
  api: Api,
  seeded: Seeded,
  stage: Stage,
): Promise<string[]> => {
  const postflows = testPostflows(seeded)
  /** Ids of an item of each day that can be returned. */
  const posted: string[] = []
  const text = `${days * itemsPerDay} items · ${seeded.templates.length} templates · ${days} days`
  for (let day = 0; day < days; day++) {
    stage.progress('Seeding', day / days, text)
    // One Postflow per week, so that each day is one run.
    const postflowId = postflows[Math.floor(day / 7) % postflows.length]!
    const items = itemsOf(day * itemsPerDay, itemsPerDay).map((item) => ({ postflowId, ...item }))
    const { results } = await api.items.createBulk({ items })
    const [first] = results
    // Cancel some items and simulate some scans.
    if (day % 6 === 5 && first?.status === 'created') await api.items.cancel(first.item.id)
    const now = await testNow(core.services, organisationId)
    await core.scheduler.advance(organisationId, now + dayMs)
    const [, second, third] = results
    if (day % 3 === 0 && second?.status === 'created') {
      await api.developers.simulate(second.item.id, { event: 'SCAN' })
    }
    if (third?.status === 'created') posted.push(third.item.id)
    if (day % 6 === 0 && day >= returnDays) {
      await api.developers.simulate(posted[day - returnDays]!, { event: 'RETURNED' })
    }
  }
  // Print what came after the last day's cutoff, or on a holiday, before the main job.
  const { nextCutoffAt } = await api.developers.testClock()
  if (nextCutoffAt) await core.scheduler.advance(organisationId, Date.parse(nextCutoffAt))
  stage.progress('Seeding', 1, text)
  return posted.slice(-returnDays - 3, -returnDays - 1)
}

const mainJob = async (
  core: Core,
  organisationId: string,
  api: Api,
  postflowId: string,
  stage: Stage,
  printed: string,
): Promise<Omit<DemoResult, 'organisationId' | 'testKey' | 'signInUrl'>> => {
  const receiver = await startReceiver()
  const { id, secret } = await api.webhooks.create({
    url: receiver.url,
    description: 'The demo’s receiver',
    events: ['item.*', 'run.*'],
  })
  receiver.trust(secret!)
  const items = itemsOf(0, mainItems).map((item) => ({ postflowId, ...item }))
  const { results } = await api.items.createBulk({ items })
  const created = results.flatMap((result) => (result.status === 'created' ? [result.item] : []))
  const item = created[0]!
  stage.line(
    'Created',
    `${item.id}  ${item.recipient.name}, ${item.recipient.city} and ${created.length - 1} more`,
  )

  const { nextCutoffAt } = await api.developers.testClock()
  stage.line('Clock', `→ ${weekday(nextCutoffAt!)}, next cutoff`)
  await core.scheduler.advance(organisationId, Date.parse(nextCutoffAt!))
  const runId = (await api.items.get(item.id)).runId!
  const run = await untilPrinted(core, organisationId, runId)
  const pdf = join(printed, runId, run.parts[0]?.name ?? '')
  stage.line('Run', `${runId}  rendered ${run.itemCount} items → ${pdf}`)

  await core.webhooks.settle()
  const verified = receiver.received.filter((webhook) => webhook.verified).length
  stage.line('Webhooks', `${receiver.received.length} received, ${verified} signatures verified`)
  // The receiver stops with the demo, so nothing may be sent to its endpoint later.
  await api.webhooks.remove(id)
  receiver.close()
  return {
    itemId: item.id,
    runId,
    items: run.itemCount,
    pdf,
    webhooks: { received: receiver.received.length, verified },
  }
}

/** Advances the clock, as each job is due a moment later, until a run is handed over. Throws after 30 s. */
const untilPrinted = async (core: Core, organisationId: string, runId: string) => {
  const until = performance.now() + 30_000
  for (;;) {
    const run = await showRun(core.services, runId)
    if (run.handedToPrinterAt !== null) return run
    if (run.status === 'FAILED' || performance.now() > until) {
      throw new Error(`The run is ${run.status}: ${run.reason ?? 'no reason given'}.`)
    }
    await core.scheduler.advance(organisationId, await testNow(core.services, organisationId))
  }
}

const weekday = (dateTime: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/Amsterdam',
  }).format(Date.parse(dateTime))
