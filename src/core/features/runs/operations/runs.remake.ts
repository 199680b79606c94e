import { actorThen } from '../../../engine/audit/actor.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { moveContext } from '../../items/move.ts'
import { requestRemake } from '../remake.ts'
import { remadeItems } from '../remake-pieces.ts'
import { remakeInput, remakeSchema, remakeToWire } from '../remake-schema.ts'
import { runById } from '../run.ts'
import { runParams } from '../schema.ts'

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
