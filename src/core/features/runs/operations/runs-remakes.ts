import { actorThen } from '../../../engine/audit/actor.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { moveContext } from '../../items/move.ts'
import { remadeItems } from '../remakes/pieces.ts'
import { handOverRemake, remakable, remakeOf, requestRemake } from '../remakes/remake.ts'
import {
  remakeCheckInput,
  remakeCheckResult,
  remakeHandOverInput,
  remakeInput,
  remakeListSchema,
  remakeParams,
  remakeSchema,
  remakeToWire,
} from '../remakes/schema.ts'
import { runById } from '../run.ts'
import { runParams } from '../schema.ts'

export const checkRunRemake = defineOperation({
  id: 'runs.checkRemake',
  method: 'POST',
  path: '/runs/{id}/remakes/check',
  summary: 'See which pieces a remake would hold',
  description:
    'The same spans, codes and lists as `runs.remake`, and the same refusals; nothing is printed. It tells whose pieces they are, and which an earlier remake holds.',
  permission: 'runs.manage',
  readsItems: 'internal',
  effect: 'read',
  params: runParams,
  body: remakeCheckInput,
  output: remakeCheckResult,
  errors: ['not_found', 'invalid_state'],
  async prepare(context, { params, body }) {
    const { services, scope } = context
    const run = await services.store.read((rows) => runById({ rows, scope }, params.id))
    return remadeItems(context, run, body)
  },
  async handler(context, { params }, itemIds) {
    const { items, before } = await remakable(context.rows, await runById(context, params.id), itemIds)
    const remade = new Set(before.map(({ id }) => id))
    return {
      itemCount: items.length,
      pieces: items.map(({ id, sequence, recipientName }) => ({
        sequence: sequence!,
        itemId: id,
        recipientName,
        remade: remade.has(id),
      })),
    }
  },
})

export const remakeRunPieces = defineOperation({
  id: 'runs.remake',
  method: 'POST',
  path: '/runs/{id}/remakes',
  summary: 'Print spoiled pieces of a run again',
  description:
    'While its printer has the run: the same items at the same places, marked as a remake, in a package of their own for the same printer. Free of charge; the items stay as they are. Name the pieces by spans of places, by codes that were scanned, or by a list. All of them are made again, or none.',
  permission: 'runs.manage',
  readsItems: 'internal',
  effect: 'write',
  params: runParams,
  body: remakeInput,
  output: remakeSchema,
  status: 201,
  errors: ['not_found', 'invalid_state'],
  emits: ['run.remade'],
  async prepare(context, { params, body }) {
    const { services, scope } = context
    const run = await services.store.read((rows) => runById({ rows, scope }, params.id))
    return remadeItems(context, run, body)
  },
  async handler(context, { params, body }, itemIds) {
    const run = await runById(context, params.id)
    const asked = { ...body, by: actorThen(context.caller), caller: context.caller }
    return remakeToWire(await requestRemake(moveContext(context), run, itemIds, asked), run)
  },
})

export const listRunRemakes = defineOperation({
  id: 'runs.remakes',
  method: 'GET',
  path: '/runs/{id}/remakes',
  summary: 'List what was printed again of a run',
  permission: 'runs.manage',
  effect: 'read',
  params: runParams,
  output: remakeListSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    const run = await runById(context, params.id)
    const order = [{ field: 'number' as const }]
    const remakes = await context.rows.runRemakes.find(context.scope, { runId: run.id }, { order })
    return { data: remakes.map((remake) => remakeToWire(remake, run)) }
  },
})

export const handOverRunRemake = defineOperation({
  id: 'runs.handOverRemake',
  method: 'POST',
  path: '/runs/{id}/remakes/{number}/hand-over',
  summary: 'Hand a remake over now, or say whether its printer has it',
  description:
    'One that waits or failed is tried at once. An uncertain one needs your word, `printed`, and so does every one while printing is held: `false` hands it over, `true` counts it as printed.',
  permission: 'runs.manage',
  effect: 'write',
  params: remakeParams,
  body: remakeHandOverInput,
  output: remakeSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['run.remade'],
  async handler(context, { params, body }) {
    const run = await runById(context, params.id)
    const remake = await handOverRemake(
      moveContext(context),
      run,
      await remakeOf(context.rows, run, params.number),
      { printed: body.printed, caller: context.caller },
    )
    return remakeToWire(remake, run)
  },
})
