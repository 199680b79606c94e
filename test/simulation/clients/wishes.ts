import type { SuppressionRow } from '../../../src/core/model/suppressions.ts'
import { everyone, StoreUnavailable } from '../../../src/core/ports/store.ts'
import { signIn } from '../../support/portal.ts'
import { callCore } from '../../support/shop.ts'
import type { FinalState } from '../invariants/final-state.ts'
import { NoAnswer } from '../simulation.ts'
import type { Action } from './actions.ts'
import { type Client, statusIn } from './client.ts'
import { recipient } from './items.ts'

/** Returns the organisation's active entries of live mode, whatever the client's mode. */
const liveEntries = ({ simulation, account: { organisationId } }: Client): Promise<SuppressionRow[]> =>
  simulation.disk.read((rows) =>
    rows.suppressions.find({ organisationId, mode: 'live' }, { status: 'ACTIVE' }),
  )

const entryNow = ({ simulation }: Client, id: string): Promise<SuppressionRow | undefined> =>
  simulation.disk.read((rows) => rows.suppressions.get(everyone, id))

const pick = <T>({ random }: Client, rows: readonly T[]): T | undefined =>
  rows.length === 0 ? undefined : random.pick(rows)

/** Creates an item for a recipient on the live list: it must be suppressed in both modes. */
const writeAnyway = async (client: Client) => {
  const found = (await liveEntries(client)).filter(
    ({ nameKey, advertisingCategory, stops }) =>
      nameKey === null && advertisingCategory === null && stops === 'ALL',
  )
  const entry = pick(client, found)
  const postflow = await client.any('postflows', [statusIn('ACTIVE')])
  if (!entry || !postflow) return
  const reference = client.token()
  const answer = await client.call('items.create', {
    body: { postflowId: postflow.id, recipient: entry.recipient, data: { firstName: 'Zoë' }, reference },
    mark: { table: 'items', field: 'reference', values: [reference] },
  })
  if (answer?.status !== 201) return
  const now = await entryNow(client, entry.id)
  const { id, status } = answer.body as { id: string; status: string }
  if (now?.updatedAt !== entry.updatedAt || status === 'SUPPRESSED' || status === 'NEEDS_ATTENTION') return
  client.simulation.history.unsuppressed.push(
    `${id} is ${status} in ${client.account.mode} mode although ${entry.id} suppresses it`,
  )
}

const attempts = [
  ['suppressions.get', {}],
  ['suppressions.patch', { body: { reason: 'moved' } }],
  ['suppressions.remove', {}],
] as const

/** Tries to read, change and remove a live entry with a test key. */
const reachForLive = async (client: Client) => {
  const entry = pick(client, await liveEntries(client))
  if (!entry) return
  const { reached } = client.simulation.history
  const params = { id: entry.id }
  for (const [operation, body] of attempts) {
    const answer = await client.call(operation, { params, ...body })
    if (answer && answer.status < 400) reached.push(`${operation} of ${entry.id} answered ${answer.status}`)
  }
  const listed = await client.call('suppressions.list')
  if (listed?.status !== 200) return
  for (const { id } of listed.body.data as { id: string }[])
    if ((await entryNow(client, id))?.mode === 'live') reached.push(`a test key lists ${id}`)
}

/** A member adds an entry in the portal, whichever mode is shown. */
const enter = async (client: Client) => {
  const { organisationId, mode } = client.account
  const body = { recipient: recipient(client), reason: 'opt_out' }
  const email = `${client.token()}@example.com`
  const answer = await client.retry(1, 'suppressions.create in the portal', async (core) => {
    // Signs in without the API, which would answer 503.
    const session = await signIn(core.services, { organisationId, email }).catch((error: unknown) => {
      throw error instanceof StoreUnavailable ? new NoAnswer(error.message) : error
    })
    return callCore(core, 'suppressions.create', { session, mode, organisationId, body })
  })
  if (answer?.status !== 201) return
  const entry = await entryNow(client, answer.body.id)
  if (entry && entry.mode !== 'live')
    client.simulation.history.enteredAsTest.push(
      `${entry.id} was entered in ${mode} mode and is of test mode`,
    )
}

export const wishActions: readonly Action[] = [
  { weight: 1, do: writeAnyway },
  { weight: 0.7, mode: 'test', do: reachForLive },
  { weight: 0.5, do: enter },
]

export const wishes = {
  'live entries suppress mail of both modes': ({ history }: FinalState) => [...history.unsuppressed],
  'test keys reach no live entry': ({ history }: FinalState) => [...history.reached],
  'what a member enters is live': ({ history }: FinalState) => [...history.enteredAsTest],
}
