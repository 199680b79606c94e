import { recordedActor } from '../../../engine/audit/actor.ts'
import type { NoOrganisation, ProcessContext } from '../../../engine/context.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { invalid } from '../../../kernel/errors.ts'
import { moveContext } from '../../items/move.ts'
import { withReasons } from '../returns/codes.ts'
import { reportedReturns, returnPiecesAnywhere } from '../returns/desk.ts'
import { returnPieces, returnToWire } from '../returns/returns.ts'
import { platformReturnsResult, returnsInput, returnsResult } from '../returns/schema.ts'
import { runSentences } from '../sentences.ts'

export const reportReturnedPieces = defineOperation({
  id: 'runs.returned',
  method: 'POST',
  path: '/returns',
  summary: 'Report returned pieces by their codes',
  description:
    'For a return desk: scanned codes of any runs, or a list of them, each with the reason as a word of this API or a carrier’s code. Each code has its own result; unknown codes don’t block the others. Codes reported before change nothing. A suppression is proposed for each recipient, which a member accepts or rejects.',
  permission: 'runs.manage',
  readsItems: 'internal',
  effect: 'write',
  body: returnsInput,
  output: returnsResult,
  errors: ['invalid_state'],
  emits: ['item.returned'],
  async prepare(context, { body }) {
    return reportedReturns(context, body)
  },
  async handler(context, _input, given) {
    const scanned = await withReasons(context.rows, given)
    const by = recordedActor(context.caller)
    const results = await returnPieces(moveContext(context), context.scope, scanned, by)
    return { pieces: results.map(returnToWire) }
  },
})

/** Returns the session's organisation, which owns the uploaded list. Throws 422 for a list without one. */
const homeOf = (
  {
    services,
    organisation,
    caller,
  }: Pick<NoOrganisation<ProcessContext>, 'services' | 'organisation' | 'caller'>,
  { uploadId }: { uploadId?: string | undefined },
) => {
  if (!organisation && uploadId !== undefined)
    throw invalid('uploadId', runSentences.sentence('required.organisation_of_list'))
  const shared = { organisationId: organisation?.id ?? '' }
  return { services, caller, shared, scope: { ...shared, mode: 'live' as const } }
}

export const reportPlatformReturns = defineOperation({
  id: 'runs.platformReturned',
  method: 'POST',
  path: '/platform/returns',
  summary: 'Report returned pieces of any organisation',
  description:
    'For operators: like `runs.returned`, for pieces of every organisation in both modes. Each organisation’s pieces are reported in a separate transaction; repeating the call changes nothing that was reported. An upload belongs to the organisation that the session has chosen, in live mode.',
  permission: 'runs.manage',
  readsItems: 'internal',
  audience: 'user',
  effect: 'process',
  body: returnsInput,
  output: platformReturnsResult,
  errors: ['invalid_state'],
  emits: ['item.returned'],
  async handler(context, { body }) {
    const results = await returnPiecesAnywhere(context, await reportedReturns(homeOf(context, body), body))
    return {
      pieces: results.map((result) => ({
        ...returnToWire(result),
        isTest: result.item ? result.item.mode === 'test' : null,
        organisationId: result.organisation?.id ?? null,
        organisationName: result.organisation?.name ?? null,
      })),
    }
  },
})
