import type { PostbatchStatus } from '../../../src/core/model/postbatches-lifecycle.ts'
import type { PostflowStatus } from '../../../src/core/model/postflows-lifecycle.ts'
import type { Action } from './actions.ts'
import type { Client } from './client.ts'
import { statusIn } from './client.ts'
import { recipient, words } from './items.ts'

const onPostflow =
  (operation: string, statuses: readonly PostflowStatus[], body?: (client: Client) => unknown) =>
  async (client: Client) => {
    const postflow = await client.any('postflows', [statusIn(...statuses)])
    if (!postflow) return
    await client.ask(operation, { params: { id: postflow.id }, ...(body ? { body: body(client) } : {}) })
  }

const createPostflow = async (client: Client) => {
  const name = client.token()
  const answer = await client.ask('postflows.create', {
    body: { name, templateId: client.account.templateIds[0], duplicateWindowDays: client.dice.pick([0, 7]) },
    mark: { table: 'postflows', field: 'name', values: [name] },
  })
  if (answer?.status === 201) await client.ask('postflows.activate', { params: { id: answer.body.id } })
}

const createPostbatch = async (client: Client) => {
  const name = client.token()
  await client.ask('postbatches.create', {
    body: { name, templateId: client.account.templateIds[0], allowDuplicates: client.dice.chance(0.5) },
    mark: { table: 'postbatches', field: 'name', values: [name] },
  })
}

const onPostbatch = (operation: string, statuses: readonly PostbatchStatus[]) => async (client: Client) => {
  const postbatch = await client.any('postbatches', client.dice.chance(0.85) ? [statusIn(...statuses)] : [])
  if (postbatch) await client.ask(operation, { params: { id: postbatch.id } })
}

const addItems = async (client: Client) => {
  const postbatch = await client.any('postbatches', [statusIn('DRAFT', 'VALIDATED')])
  if (!postbatch) return
  const token = client.token()
  const items = Array.from({ length: 1 + client.dice.integer(6) }, (_, index) => ({
    recipient: recipient(client),
    data: words(client),
    reference: `${token}-${index}`,
  }))
  await client.ask('postbatches.addItems', {
    params: { id: postbatch.id },
    body: { items },
    mark: { table: 'items', field: 'reference', values: items.map(({ reference }) => reference) },
  })
}

/** From nothing to an approved mailing, as far as it goes: else few would ever be printed. */
const wholePostbatch = async (client: Client) => {
  await createPostbatch(client)
  await addItems(client)
  await onPostbatch('postbatches.validate', ['DRAFT'])(client)
  await client.world.point(undefined, 'waits for a validation', 60_000)
  await onPostbatch('postbatches.approve', ['VALIDATED'])(client)
}

const suppress = async (client: Client) => {
  await client.ask('suppressions.create', {
    body: { recipient: recipient(client), reason: 'opt_out', matchName: client.dice.chance(0.3) },
  })
}

const unsuppress = async (client: Client) => {
  const entry = await client.any('suppressions')
  if (entry) await client.ask('suppressions.remove', { params: { id: entry.id } })
}

export const mailingActions: readonly Action[] = [
  {
    share: 2,
    do: onPostflow('postflows.pause', ['ACTIVE'], ({ dice }) => ({ holdScheduled: dice.chance(0.5) })),
  },
  { share: 3, do: onPostflow('postflows.resume', ['PAUSED']) },
  { share: 0.3, do: onPostflow('postflows.archive', ['ACTIVE', 'PAUSED']) },
  { share: 0.7, do: createPostflow },
  { share: 1, do: createPostbatch },
  { share: 2, do: wholePostbatch },
  { share: 1.5, do: addItems },
  { share: 1.5, do: onPostbatch('postbatches.validate', ['DRAFT', 'VALIDATED']) },
  { share: 1.5, do: onPostbatch('postbatches.approve', ['VALIDATED']) },
  { share: 1, do: onPostbatch('postbatches.cancel', ['DRAFT', 'VALIDATED', 'APPROVED', 'SCHEDULED']) },
  { share: 0.3, do: onPostbatch('postbatches.remove', ['DRAFT']) },
  { share: 2, do: suppress },
  { share: 0.7, do: unsuppress },
]
