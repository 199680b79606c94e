import type { Receiver } from '../../../bin/demo/steps.ts'
import { jpegs } from '../images.ts'
import { eventually, type Instance } from '../instance.ts'
import { zoe } from '../recipients.ts'

/** The URL of the endpoint that is never reachable: its deliveries wait for a retry. */
const nowhere = 'http://127.0.0.1:9/nobody'

/** Facts about a version's data folder that the tests need to continue with it. */
export interface KnownShop {
  version: string
  /** ms since 1970; the tests continue from here, because rows expire. */
  madeAt: number
  organisationId: string
  keys: { live: string; test: string }
  postflows: { live: string; test: string }
  owner: { email: string; password: string }
  /** An endpoint with waiting deliveries. */
  webhook: { id: string; secret: string }
  /** Path of the URL of a connector that accepts orders. */
  connectorPath: string
  /** The test run that was handed over. */
  printedRunId: string
  /** The live run that waits for its cutoff. */
  waitingRunId: string
  /** Number of rows by table. */
  rows: Record<string, number>
}

/** The connector's mapping from a posted order to an item. */
export const orderMapping = {
  'recipient.name': { path: 'name' },
  'recipient.street': { path: 'street' },
  'recipient.houseNumber': { path: 'number' },
  'recipient.postalCode': { path: 'zip' },
  'recipient.city': { path: 'city' },
  'recipient.country': { value: 'NL' },
  'data.firstName': { path: 'name' },
}
export const order = { name: 'Ana Smit', street: 'Damrak', number: '22', zip: '1012 LG', city: 'Amsterdam' }

const recipients = 'name;street;number;zip;city\nAna Smit;Damrak;1;1012 LG;Amsterdam\nNobody;;;;\n'
const listMapping = {
  fields: {
    'recipient.name': { column: 'name' },
    'recipient.street': { column: 'street' },
    'recipient.houseNumber': { column: 'number' },
    'recipient.postalCode': { column: 'zip' },
    'recipient.city': { column: 'city' },
    'recipient.country': { value: 'NL' },
    'data.firstName': { column: 'name' },
  },
}

/** Creates the typical data of a shop in few rows. `receiver` receives its webhooks. */
export const fillShop = async (shop: Instance, receiver: Receiver) => {
  const call = async (mode: 'live' | 'test', method: string, path: string, body?: unknown) => {
    const answer = await shop.send(mode, method, `/v1${path}`, body)
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return answer.body
  }
  const item = async (mode: 'live' | 'test', reference: string, changes: Record<string, unknown> = {}) => {
    const recipient = { ...zoe, ...changes }
    const postflowId = shop.postflows[mode]
    return (
      await call(mode, 'POST', '/items', { postflowId, recipient, data: { firstName: 'Zoë' }, reference })
    ).id
  }

  const events = ['item.created', 'item.scheduled']
  receiver.trust((await call('test', 'POST', '/webhooks', { url: receiver.url, events })).secret)
  const webhook = await call('test', 'POST', '/webhooks', { url: nowhere, events: ['run.*'] })
  await call('test', 'POST', '/suppressions', {
    recipient: { ...zoe, name: 'Olga Berg' },
    reason: 'opt_out',
    matchName: true,
  })
  for (const reference of ['order-1', 'order-2']) await item('test', reference)
  await item('test', 'order-3', { name: 'Olga Berg' })
  await item('test', 'order-4', { postalCode: '0000' })
  const cancelled = await item('test', 'order-5', { houseNumber: '14' })
  await call('test', 'POST', `/items/${cancelled}/cancel`)
  await shop.cli('clock', 'advance', '--org', shop.organisationId, '--to', 'next-cutoff')
  const printed = (await call('test', 'GET', '/runs')).data[0]
  await item('test', 'order-6', { houseNumber: '16' })
  for (const houseNumber of ['18', '20']) await item('live', `paid-${houseNumber}`, { houseNumber })
  const [waiting] = (await call('live', 'GET', '/runs')).data

  await shop.upload('IMAGE', new Uint8Array(jpegs.rgb))
  const connector = await call('test', 'POST', '/integrations/inbound', {
    name: 'Orders',
    postflowId: shop.postflows.test,
    mapping: orderMapping,
  })
  await fillPostbatch(shop, call)
  // The connector's URL names the public host, which does not lead to this server.
  const connectorPath = new URL(connector.url).pathname
  await send(shop.server.url + connectorPath, order)
  return { webhook, printed, waiting, connectorPath }
}

/** Posts an order as another program does. Throws unless it is accepted. */
export const send = async (url: string, body: unknown): Promise<void> => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
}

type Call = (mode: 'live' | 'test', method: string, path: string, body?: unknown) => Promise<{ id: string }>

/** Creates a live Postbatch and imports a list with one valid and one invalid row into it. */
export const fillPostbatch = async (shop: Pick<Instance, 'upload'>, call: Call): Promise<void> => {
  const { data } = (await call('live', 'GET', '/templates')) as unknown as { data: { id: string }[] }
  const batch = await call('live', 'POST', '/postbatches', { name: 'Spring', templateId: data[0]!.id })
  const list = await shop.upload('CSV', new TextEncoder().encode(recipients))
  const path = `/postbatches/${batch.id}/imports`
  const begun = await call('live', 'POST', path, { uploadId: list.body.id, mapping: listMapping })
  await eventually(async () => {
    const { status } = (await call('live', 'GET', `${path}/${begun.id}`)) as unknown as { status: string }
    return status === 'COMPLETED'
  })
}
