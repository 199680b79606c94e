import { nowIn } from '../../../engine/mode-clock.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { invalid, notFound } from '../../../kernel/errors.ts'
import { everyone } from '../../../ports/store.ts'
import { readMoveContext } from '../../items/chunks.ts'
import { isCallbackToken, takeCallback } from '../callback.ts'
import { itemsAt } from '../report.ts'
import { callbackInput, callbackQuery, callbackResult, runParams } from '../schema.ts'
import { runSentences } from '../sentences.ts'

export const takeRunCallback = defineOperation({
  id: 'runs.callback',
  method: 'POST',
  path: '/runs/{id}/callback',
  summary: 'Report the progress of a run, as its printer',
  description:
    'The address with its token stands in `manifest.json` of the package. May be reported again: what is known already changes nothing. ACCEPTED also ends the doubt about an uncertain hand-over. FAILED makes the run wait for an operator, who looks what is on paper; PRINTED ends that.',
  permission: 'public',
  readsItems: 'internal',
  effect: 'public',
  params: runParams,
  query: callbackQuery,
  body: callbackInput,
  output: callbackResult,
  errors: ['not_found', 'invalid_state'],
  emits: ['run.handed_to_printer', 'item.handed_to_carrier', 'item.not_sent'],
  async handler({ services, transact }, { params, query, body }) {
    if (!isCallbackToken(services, params.id, query.token)) throw notFound('run')
    if ((body.event === 'DAMAGED') !== (body.sequences !== undefined)) {
      throw body.sequences
        ? invalid('sequences', runSentences.say('exclusive.sequences'))
        : invalid('sequences', runSentences.say('required.sequences'))
    }
    const found = await services.store.read((rows) => rows.runs.get(everyone, params.id))
    if (!found) throw notFound('run')
    const itemIds = await itemsAt(services, found, [...new Set(body.sequences)], () => 'sequences')
    const run = await transact(async (transaction) => {
      const current = await transaction.rows.runs.get(found, found.id)
      if (!current) throw notFound('run')
      const organisation = await transaction.rows.organisations.get(everyone, current.organisationId)
      const now = organisation ? nowIn(services, organisation, current.mode) : services.clock.now()
      const move = await readMoveContext(services, transaction, current.organisationId, now)
      return takeCallback(move, current, body.event, { itemIds, reason: body.reason })
    })
    return { runId: run.id, status: run.status }
  },
})
