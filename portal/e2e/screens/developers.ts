import type { Page } from 'playwright-core'
import { startReceiver } from '../receiver.ts'
import { once, type Sample, type Screen } from './screen.ts'

interface Delivery {
  id: string
  eventId: string
  status: string
  attemptCount: number
}

/** Polls the deliveries of a webhook until all are in the expected state. */
const deliveriesOnce = async (
  sample: Sample,
  id: string,
  isSo: (delivery: Delivery) => boolean,
): Promise<Delivery[]> => {
  const { data }: { data: Delivery[] } = await sample.call('GET', `/webhooks/${id}/deliveries`)
  return data.every(isSo) ? data : deliveriesOnce(sample, id, isSo)
}

/** A healthy webhook, and one with a broken receiver that was disabled and missed an item. */
const webhooks = once(async (sample) => {
  const { call, createItem } = sample
  const [good, bad] = await Promise.all([startReceiver(), startReceiver()])
  const well = await call('POST', '/webhooks', {
    url: good.url,
    description: 'Orders of the shop, looked after by Joris',
    events: ['*'],
  })
  bad.answer = { status: 503, body: 'The database of the shop is full: no space left on device' }
  const broken = await call('POST', '/webhooks', { url: bad.url, events: ['item.*', 'run.*'] })
  await createItem(30)
  const failed = await deliveriesOnce(
    sample,
    broken.id,
    ({ status, attemptCount }) => status === 'PENDING' && attemptCount > 0,
  )
  await deliveriesOnce(sample, well.id, ({ status }) => status === 'DELIVERED')
  await call('PATCH', `/webhooks/${broken.id}`, { active: false })
  await createItem(31)
  return { well, broken, failed: failed[0]! }
})

/** An enabled webhook whose receiver responds with an error, so that events wait. */
const failing = once(async (sample) => {
  await webhooks(sample)
  const receiver = await startReceiver()
  receiver.answer = { status: 500, body: 'TypeError: orders is not iterable' }
  const { id } = await sample.call('POST', '/webhooks', { url: receiver.url, events: ['item.created'] })
  for (const index of [32, 33]) await sample.createItem(index)
  await deliveriesOnce(sample, id, ({ attemptCount }) => attemptCount > 0)
  return { id: id as string, receiver }
})

/** A webhook whose receiver has moved and responds with its new URL. */
const misled = once(async (sample) => {
  await webhooks(sample)
  const receiver = await startReceiver()
  receiver.answer = { status: 410, body: 'this address is gone: use /hooks/lettershop' }
  const body = { url: receiver.url, description: 'Orders that moved', events: ['item.created'] }
  const { id } = await sample.call('POST', '/webhooks', body)
  for (const index of [34, 35]) await sample.createItem(index)
  await deliveriesOnce(sample, id, ({ attemptCount }) => attemptCount > 0)
  return id as string
})

const table = (page: Page) => page.getByRole('table').waitFor()
const heading = (name: RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor()

/** A connector that accepted one payload and rejected another. */
const connector = once(async ({ call, postflowIds }) => {
  const mapping = {
    'recipient.name': { path: ['customer.first', 'customer.last'] },
    'recipient.street': { path: 'customer.street' },
    'recipient.houseNumber': { path: 'customer.number' },
    'recipient.postalCode': { path: 'customer.zip', transform: 'upper' },
    'recipient.city': { path: 'customer.city' },
    'recipient.country': { value: 'NL' },
    'data.firstName': { path: 'customer.first' },
    reference: { path: 'id' },
  }
  const body = { name: 'Orders of the web shop', postflowId: postflowIds[0], mapping, idempotencyPath: 'id' }
  const { id, url } = await call('POST', '/integrations/inbound', body)
  for (const payload of [JSON.stringify(order), 'order 1002', JSON.stringify(order)]) {
    await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: payload,
    })
  }
  return id as string
})
export const order = {
  id: '1001',
  customer: {
    first: 'Johanna',
    last: 'Wielinga',
    street: 'Prinsengracht',
    number: '263',
    zip: '1016 gv',
    city: 'Amsterdam',
  },
}

const exported = once(async ({ call }) => {
  await call('POST', '/exports', { kind: 'events', format: 'ndjson' })
  const { id } = await call('POST', '/exports', { kind: 'items', filters: { 'filter[status]': 'SCHEDULED' } })
  return id as string
})

export const developerScreens: readonly Screen[] = [
  {
    name: 'developers-events',
    path: async (sample) => {
      await webhooks(sample)
      return '/events'
    },
    ready: table,
  },
  {
    name: 'developers-event',
    path: async (sample) => `/events/${(await webhooks(sample)).failed.eventId}`,
    ready: (page) => page.getByText(/of 2 webhooks|van de 2 webhooks/).waitFor(),
  },
  {
    name: 'developers-webhooks',
    path: async (sample) => {
      await webhooks(sample)
      return '/webhooks'
    },
    ready: table,
  },
  {
    name: 'developers-webhook-new',
    path: () => '/webhooks/new',
    ready: async (page) => {
      await page.getByRole('radio').nth(3).check()
      await page.getByRole('checkbox').first().check()
    },
  },
  {
    name: 'developers-webhook-off',
    path: async (sample) => `/webhooks/${(await webhooks(sample)).broken.id}`,
    ready: (page) => page.getByText('503').first().waitFor(),
  },
  {
    name: 'developers-webhook-failing',
    path: async (sample) => `/webhooks/${(await failing(sample)).id}`,
    ready: (page) => page.getByText('500').first().waitFor(),
  },
  {
    name: 'developers-undelivered-reason',
    path: async (sample) => `/webhooks/undelivered?webhook=${(await failing(sample)).id}`,
    ready: (page) => page.getByRole('button', { name: /Resend all|Alle .* versturen/ }).waitFor(),
  },
  {
    name: 'developers-undelivered-misled',
    path: async (sample) => `/webhooks/undelivered?webhook=${await misled(sample)}`,
    ready: (page) => page.getByRole('button', { name: /Correct the|corrigeren/ }).waitFor(),
  },
  {
    name: 'developers-webhook-misled',
    path: async (sample) => `/webhooks/${await misled(sample)}`,
    ready: (page) => page.getByRole('button', { name: /Correct the|corrigeren/ }).waitFor(),
  },
  {
    name: 'developers-webhook-address',
    path: async (sample) => `/webhooks/${await misled(sample)}`,
    ready: async (page) => {
      await page.getByRole('button', { name: /Correct the|corrigeren/ }).click()
      await page.getByText(/We filled in|We hebben/).waitFor()
    },
  },
  {
    name: 'developers-webhook-mended',
    path: async (sample) => {
      const { id, receiver } = await failing(sample)
      receiver.acceptsTests = true
      return `/webhooks/${id}`
    },
    ready: async (page) => {
      await page.getByRole('button', { name: /Send test event|Testgebeurtenis versturen/ }).click()
      await page.getByRole('button', { name: /^Resend .* now$|^Verstuur .* nu opnieuw$/ }).waitFor()
    },
  },
  {
    name: 'developers-webhook-well',
    path: async (sample) => `/webhooks/${(await webhooks(sample)).well.id}`,
    ready: heading(/Details|Gegevens/),
  },
  {
    name: 'developers-webhook-deliveries',
    path: async (sample) => `/webhooks/${(await webhooks(sample)).broken.id}?tab=deliveries`,
    ready: table,
  },
  {
    name: 'developers-webhook-settings',
    path: async (sample) => `/webhooks/${(await webhooks(sample)).broken.id}?tab=settings`,
    ready: (page) => page.getByRole('checkbox').first().waitFor(),
  },
  {
    name: 'developers-webhook-signature',
    path: async (sample) => `/webhooks/${(await webhooks(sample)).well.id}?tab=signature`,
    ready: async (page) => {
      await page.getByLabel('Headers').fill('X-Webhook-Timestamp: 1767603600\nX-Webhook-Signature: v1=00')
      await page.getByRole('button', { name: /Check|controleren/ }).click()
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'developers-delivery',
    path: async (sample) => {
      const { broken, failed } = await webhooks(sample)
      return `/webhooks/${broken.id}/deliveries/${failed.id}`
    },
    ready: (page) => page.getByText('503').first().waitFor(),
  },
  {
    name: 'developers-undelivered',
    path: async (sample) => {
      await webhooks(sample)
      return '/webhooks/undelivered'
    },
    ready: table,
  },
  {
    name: 'developers-keys',
    path: () => '/keys',
    ready: table,
  },
  {
    name: 'developers-key-new',
    path: () => '/keys/new',
    ready: async (page) => {
      await page.getByLabel(/^(Expires|Verloopt)/).selectOption('on')
      await page.getByRole('radio', { name: /^(Choose permissions|Rechten kiezen)/ }).check()
      await page.getByRole('checkbox').first().check()
    },
  },
  {
    name: 'developers-key-ready',
    path: () => '/keys/new',
    ready: async (page) => {
      await page.getByLabel(/^(Name|Naam)/).fill('Web shop')
      await page.getByRole('button', { name: /Create key|Sleutel maken/ }).click()
      await page.getByText(/Waiting for|Wachten op/).waitFor()
      await page.getByRole('dialog').getByText('postflowId').waitFor()
    },
  },
  {
    name: 'developers-key',
    path: () => '/keys',
    ready: async (page) => {
      await page.locator('tbody a').first().click()
      // Wait for the URL, because the list has a column of the same name.
      await page.waitForURL(/\/keys\/key_/)
      await page.getByText(/^(Begins with|Begint met)/).waitFor()
    },
  },
  {
    name: 'developers-requests',
    path: () => '/requests',
    ready: table,
  },
  {
    name: 'developers-request',
    path: () => '/requests',
    ready: async (page) => {
      await page.locator('tbody a').first().click()
      await page.getByText('X-Request-Id').waitFor()
    },
  },
  {
    name: 'developers-integrations',
    path: async (sample) => {
      await connector(sample)
      return '/integrations'
    },
    ready: table,
  },
  {
    name: 'developers-connector-new',
    path: () => '/integrations/new',
    ready: async (page) => {
      await page.getByLabel(/^(Example message|Voorbeeldbericht)/).fill(JSON.stringify(order, null, 2))
      await page.getByLabel(/^(Name: Path|Naam: Pad)/).fill('customer.first + customer.last')
    },
  },
  {
    name: 'developers-connector',
    path: async (sample) => `/integrations/${await connector(sample)}`,
    ready: (page) => page.getByText('customer.zip').waitFor(),
  },
  {
    name: 'developers-connector-arrived',
    path: async (sample) => `/integrations/${await connector(sample)}?tab=deliveries`,
    ready: (page) => page.getByText('sha256').first().waitFor(),
  },
  {
    name: 'developers-connector-settings',
    path: async (sample) => `/integrations/${await connector(sample)}?tab=settings`,
    ready: (page) =>
      page
        .getByText(/Merge field|Samenvoegveld/)
        .first()
        .waitFor(),
  },
  {
    name: 'developers-connector-try',
    path: async (sample) => `/integrations/${await connector(sample)}?tab=try`,
    ready: async (page) => {
      await page.getByLabel(/^JSON/).fill(JSON.stringify(order, null, 2))
      await page.getByRole('button', { name: /Check message|Bericht controleren/ }).click()
      await page.getByText(/€/).waitFor()
    },
  },
  {
    name: 'developers-exports',
    path: async (sample) => {
      await exported(sample)
      return '/exports'
    },
    ready: table,
  },
  {
    name: 'developers-export-new',
    path: () => '/exports/new',
    ready: (page) => page.locator('input[type=date]').first().waitFor(),
  },
  {
    name: 'developers-export',
    path: async (sample) => `/exports/${await exported(sample)}`,
    ready: (page) => page.getByRole('button', { name: 'Download' }).waitFor(),
  },
]
