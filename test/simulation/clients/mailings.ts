import type { PostbatchStatus } from '../../../src/core/model/postbatches.ts'
import type { PostflowStatus } from '../../../src/core/model/postflows.ts'
import type { Action } from './actions.ts'
import type { Client } from './client.ts'
import { statusIn } from './client.ts'
import { mergeData, recipient } from './items.ts'

const onPostflow =
  (operation: string, statuses: readonly PostflowStatus[], body?: (client: Client) => unknown) =>
  async (client: Client) => {
    const postflow = await client.any('postflows', [statusIn(...statuses)])
    if (!postflow) return
    await client.call(operation, { params: { id: postflow.id }, ...(body ? { body: body(client) } : {}) })
  }

const createPostflow = async (client: Client) => {
  const name = client.token()
  const answer = await client.call('postflows.create', {
    body: {
      name,
      templateId: client.account.templateIds[0],
      duplicateWindowDays: client.random.pick([0, 7]),
    },
    mark: { table: 'postflows', field: 'name', values: [name] },
  })
  if (answer?.status === 201) await client.call('postflows.activate', { params: { id: answer.body.id } })
}

const createPostbatch = async (client: Client) => {
  const name = client.token()
  await client.call('postbatches.create', {
    body: { name, templateId: client.account.templateIds[0], allowDuplicates: client.random.chance(0.5) },
    mark: { table: 'postbatches', field: 'name', values: [name] },
  })
}

const onPostbatch = (operation: string, statuses: readonly PostbatchStatus[]) => async (client: Client) => {
  const postbatch = await client.any('postbatches', client.random.chance(0.85) ? [statusIn(...statuses)] : [])
  if (postbatch) await client.call(operation, { params: { id: postbatch.id } })
}

const addItems = async (client: Client) => {
  const postbatch = await client.any('postbatches', [statusIn('DRAFT', 'VALIDATED')])
  if (!postbatch) return
  const token = client.token()
  const items = Array.from({ length: 1 + client.random.integer(6) }, (_, index) => ({
    recipient: recipient(client),
    data: mergeData(client),
    reference: `${token}-${index}`,
  }))
  await client.call('postbatches.addItems', {
    params: { id: postbatch.id },
    body: { items },
    mark: { table: 'items', field: 'reference', values: items.map(({ reference }) => reference) },
  })
}

/** Takes a mailing from creation to approval. Without this action few mailings would reach the printer. */
const wholePostbatch = async (client: Client) => {
  await createPostbatch(client)
  await addItems(client)
  await onPostbatch('postbatches.validate', ['DRAFT'])(client)
  await client.simulation.yieldPoint(undefined, 'waits for a validation', 60_000)
  await onPostbatch('postbatches.approve', ['VALIDATED'])(client)
}

const suppress = async (client: Client) => {
  await client.call('suppressions.create', {
    body: { recipient: recipient(client), reason: 'opt_out', matchName: client.random.chance(0.3) },
  })
}

const unsuppress = async (client: Client) => {
  const entry = await client.any('suppressions')
  if (entry) await client.call('suppressions.remove', { params: { id: entry.id } })
}

export const mailingActions: readonly Action[] = [
  {
    weight: 2,
    do: onPostflow('postflows.pause', ['ACTIVE'], ({ random }) => ({ holdScheduled: random.chance(0.5) })),
  },
  { weight: 3, do: onPostflow('postflows.resume', ['PAUSED']) },
  { weight: 0.3, do: onPostflow('postflows.archive', ['ACTIVE', 'PAUSED']) },
  { weight: 0.7, do: createPostflow },
  { weight: 1, do: createPostbatch },
  { weight: 2, do: wholePostbatch },
  { weight: 1.5, do: addItems },
  { weight: 1.5, do: onPostbatch('postbatches.validate', ['DRAFT', 'VALIDATED']) },
  { weight: 1.5, do: onPostbatch('postbatches.approve', ['VALIDATED']) },
  { weight: 1, do: onPostbatch('postbatches.cancel', ['DRAFT', 'VALIDATED', 'APPROVED', 'SCHEDULED']) },
  { weight: 0.3, do: onPostbatch('postbatches.remove', ['DRAFT']) },
  { weight: 2, do: suppress },
  { weight: 0.7, do: unsuppress },
]
