import { recordedActor } from '../../../engine/audit/actor.ts'
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
  summary: 'Check a remake',
  description:
    'Takes the same spans, codes and lists as `runs.remake` and refuses the same; prints nothing. Returns the recipients of the pieces, and which pieces are in an earlier remake.',
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
  summary: 'Request a remake',
  description:
    'Prints spoiled pieces of a run again while its printer has it: the same items in the same places, in a package of their own marked as a remake, for the same printer. Free of charge; the items are unchanged. Name the pieces by spans, scanned codes or a list. All of them are printed again, or none.',
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
    const requested = { ...body, by: recordedActor(context.caller), caller: context.caller }
    return remakeToWire(await requestRemake(moveContext(context), run, itemIds, requested), run)
  },
})

export const listRunRemakes = defineOperation({
  id: 'runs.remakes',
  method: 'GET',
  path: '/runs/{id}/remakes',
  summary: 'List the remakes of a run',
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
  summary: 'Hand over a remake',
  description:
    'Hands over a waiting or failed remake immediately. An uncertain one, and any while printing is held, requires `printed`: `false` hands it over, `true` records it as printed.',
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
