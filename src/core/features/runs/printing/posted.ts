import * as v from 'valibot'
import { asError, validationFailed } from '../../../kernel/errors.ts'
import { oneOf } from '../../../kernel/query.ts'
import { integer } from '../../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../../kernel/wire-schema.ts'
import type { ItemRow } from '../../../model/items.ts'
import { assertAction, type RunRow } from '../../../model/runs.ts'
import { type MoveContext, moveItem } from '../../items/move.ts'
import { saveItem } from '../../items/save.ts'
import { codeIn, itemsByCode } from '../rendering/codes.ts'
import { runSchema } from '../schema.ts'
import { runSentences } from '../sentences.ts'
import { offerToCarrier } from './progress.ts'

/** The most codes of one call. */
export const maxPostedCodes = 500

export const postedInput = v.optional(
  namedStrictObject('RunPosted', 'Which pieces were given to the carrier.', {
    codes: described(
      v.optional(
        v.pipe(
          v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(500))),
          v.minLength(1),
          v.maxLength(maxPostedCodes),
        ),
      ),
      'What was scanned from the pieces: the address of their QR code, its code, or their `itm_…`. The whole run if absent.',
    ),
  }),
  {},
)

export const postedResult = namedObject('RunPostedResult', 'The run, and what is still to be posted.', {
  run: described(runSchema, 'The run as it is now.'),
  posted: described(integer, 'How many pieces were posted with this call.'),
  remaining: described(integer, 'How many of its pieces are still to be posted.'),
})

/** What was posted with a call, and how many pieces still lie there. */
export interface Posted {
  run: RunRow
  posted: number
  remaining: number
}

/** Posts a whole run: whoever printed it has given it to the carrier. */
export const postRun = async ({ services, transaction, now }: MoveContext, run: RunRow): Promise<Posted> => {
  if (run.status === 'HANDED_TO_CARRIER') return { run, posted: 0, remaining: 0 }
  assertAction('offerToCarrier', run.status)
  const moved = await offerToCarrier(services, transaction, run, now)
  return { run: moved, posted: run.itemCount, remaining: 0 }
}

/**
 * Posts the pieces whose codes were scanned: the address of the QR code, its code alone, or the item's id.
 * With the last one the run is with the carrier. A code that was scanned before changes nothing. Throws 422
 * for one that is of no piece of the run.
 */
export const postPieces = async (
  move: MoveContext,
  run: RunRow,
  scanned: readonly string[],
): Promise<Posted> => {
  if (run.status !== 'HANDED_TO_CARRIER') assertAction('offerToCarrier', run.status)
  const { rows } = move.transaction
  const scope = { organisationId: run.organisationId, mode: run.mode }
  const codes = scanned.map(codeIn)
  const found = await itemsByCode(rows, scope, codes, { runId: run.id })
  const errors = codes.flatMap((code, at) =>
    found.has(code)
      ? []
      : [asError(runSentences.say('unknown.piece_code', { code: scanned[at]! }), `codes[${at}]`)],
  )
  if (errors.length > 0) throw validationFailed(errors)
  let posted = 0
  for (const item of new Set(found.values())) {
    if (await post(move, item)) posted++
  }
  const remaining = await rows.items.count(scope, {
    runId: run.id,
    status: oneOf(['SCHEDULED', 'IN_PRODUCTION']),
  })
  const isLast = remaining === 0 && run.status === 'HANDED_TO_PRINTER'
  const after = isLast ? await offerToCarrier(move.services, move.transaction, run, move.now) : run
  return { run: after, posted, remaining }
}

const post = async (move: MoveContext, item: ItemRow): Promise<boolean> => {
  // The items follow their run in chunks, and this one may not have been reached yet.
  const produced = item.status === 'SCHEDULED' ? moveItem(move, item, 'IN_PRODUCTION') : item
  if (produced.status !== 'IN_PRODUCTION') return false
  return saveItem(move.transaction.rows, moveItem(move, produced, 'HANDED_TO_CARRIER'))
}
