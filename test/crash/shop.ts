import { type Api, waitUntil } from '../../examples/support/api.ts'
import { chooseReturnAddress } from '../../examples/support/organisation.ts'
import type { Receiver } from '../../examples/support/receiver.ts'
import { liveTarget, sellerFlags } from '../support/ready-for-live.ts'
import type { Journal } from './client-journal.ts'
import type { Shop } from './clients.ts'
import { checkEvents, checkItems, checkMoney, checkPackages, eventsOf, type Findings } from './reconcile.ts'

type Command = Shop['command']

/** An organisation with a balance, a key for live mail, and an endpoint for every event. */
export const openShop = async (
  { command, api, useKey }: { command: Command; api: Api; useKey(key: string): void },
  receiver: Receiver,
): Promise<Shop> => {
  const { id } = await command<{ id: string }>('org', 'create', '--name', 'Under fire')
  await command('billing', 'seller', ...sellerFlags)
  await command('billing', 'top-up', '--org', id, '--amount-cents', '50000000')
  await command('org', 'limits', id, '--set', 'general=1000000,itemCreate=1000000')
  const { key } = await command<{ key: string }>(
    ...['key', 'create', '--org', id, '--mode', 'live', '--scopes', 'all'],
  )
  useKey(key)
  await chooseReturnAddress(api)
  await command('seed', '--org', id, '--tracking-target-url', liveTarget.trackingTargetUrl)
  const earlierEvents = new Set((await eventsOf({ api })).map(({ id: event }) => event))
  const { secret } = await api<{ secret: string }>('POST', '/v1/webhooks', {
    url: receiver.url,
    events: ['*'],
  })
  receiver.setSecret(secret)
  const { data } = await api<{ data: { id: string }[] }>('GET', '/v1/postflows?filter[status]=ACTIVE')
  return { api, command, organisationId: id, postflowId: data[0]!.id, earlierEvents }
}

/** Waits until every closed run is at the printer and no job is due. */
export const waitForWork = async ({ command }: Shop, patienceMinutes?: number): Promise<void> => {
  await waitUntil(
    'every run has gone to the printer',
    async () => {
      const runs = await command<{ status: string; itemCount: number }[]>('run', 'list', '--mode', 'live')
      return runs.every(
        ({ status, itemCount }) =>
          ['OPEN', 'HANDED_TO_PRINTER', 'HANDED_TO_CARRIER', 'COMPLETED'].includes(status) || itemCount === 0,
      )
    },
    patienceMinutes,
  )
  await waitUntil(
    'no job is due',
    async () => {
      const waiting = await command<{ status: string; nextAt: string }[]>('jobs', 'list')
      return waiting.every(({ nextAt, status }) => status === 'WAITING' && Date.parse(nextAt) > Date.now())
    },
    patienceMinutes,
  )
}

/** Observations of the receiver and the printer. */
export interface Witnesses {
  journal: Journal
  receiver: Receiver
  /** Folder in which packages appear. */
  printFolder: string
}

/** Compares the server's state with what clients, the receiver and the printer observed. */
export const checkShop = async (
  shop: Shop,
  { journal, receiver, printFolder }: Witnesses,
  findings: Findings,
  patienceMinutes?: number,
): Promise<{ packages: number; events: number; repeated: number }> => {
  const { command } = shop
  const items = await checkItems(shop, journal, findings)
  const packages = checkPackages(printFolder, items, findings)
  await checkMoney(shop, journal, findings)
  const rollups = await command<{ outcome: string }[]>('analytics', 'rebuild', '--check')
  findings.check(
    rollups.every(({ outcome }) => outcome === 'equal'),
    'The rollups differ from a recount',
  )
  const failing = await command<{ kind: string }[]>('jobs', 'list', '--failed')
  findings.check(failing.length === 0, `Jobs fail: ${failing.map(({ kind }) => kind).join(', ')}`)
  const uncertain = await command<{ id: string; status: string }[]>('run', 'list', '--status', 'HANDING_OVER')
  findings.check(uncertain.length === 0, `Runs are uncertain: ${uncertain.map(({ id }) => id).join(', ')}`)
  const receivedInTime = async () => {
    const received = new Set(receiver.envelopes.map(({ id }) => id))
    const events = await eventsOf(shop)
    return events.every(({ id }) => received.has(id) || shop.earlierEvents.has(id))
  }
  // Missing events are reported below, each by its id.
  await waitUntil('every event has arrived', receivedInTime, patienceMinutes).catch(() => {})
  for (const contradiction of journal.contradictions) findings.check(false, `TWICE: ${contradiction}`)
  return { packages, ...(await checkEvents(shop, receiver, findings)) }
}
