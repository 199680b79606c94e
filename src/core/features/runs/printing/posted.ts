import * as v from 'valibot'
import { asError, validationFailed } from '../../../kernel/errors.ts'
import { oneOf } from '../../../kernel/query.ts'
import { described, integer, namedObject, namedStrictObject } from '../../../kernel/wire-schema.ts'
import type { ItemRow } from '../../../model/items.ts'
import { assertAction, type RunRow } from '../../../model/runs.ts'
import { type MoveContext, moveItem } from '../../items/move.ts'
import { saveItem } from '../../items/save.ts'
import { codeIn, itemsByCode } from '../rendering/codes.ts'
import { runSchema } from '../schema.ts'
import { runSentences } from '../sentences.ts'
import { offerToCarrier } from './progress.ts'

export const maxPostedCodes = 500

export const postedInput = v.optional(
  namedStrictObject('RunPosted', 'Pieces that were given to the carrier.', {
    codes: described(
      v.optional(
        v.pipe(
          v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(500))),
          v.minLength(1),
          v.maxLength(maxPostedCodes),
        ),
      ),
      'Scanned codes of the pieces: the URL of the QR code, its code, or the item id `itm_…`. If absent, the whole run.',
    ),
  }),
  {},
)

export const postedResult = namedObject(
  'RunPostedResult',
  'The run, and the number of pieces still to be posted.',
  {
    run: described(runSchema, 'The run after this call.'),
    posted: described(integer, 'Pieces posted with this call.'),
    remaining: described(integer, 'Pieces still to be posted.'),
  },
)

/** `posted` counts the pieces of this call. */
export interface Posted {
  run: RunRow
  posted: number
  remaining: number
}

export const postRun = async ({ services, transaction, now }: MoveContext, run: RunRow): Promise<Posted> => {
  if (run.status === 'HANDED_TO_CARRIER') return { run, posted: 0, remaining: 0 }
  assertAction('offerToCarrier', run.status)
  const moved = await offerToCarrier(services, transaction, run, now)
  return { run: moved, posted: run.itemCount, remaining: 0 }
}

/**
 * Moves pieces to the carrier by the URL of the QR code, its code, or the item id; after the last one also
 * the run. Codes scanned before change nothing. Throws 422 for a code that is not in the run.
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
      : [asError(runSentences.sentence('unknown.piece_code', { code: scanned[at]! }), `codes[${at}]`)],
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
  // Items follow their run in chunks, so this one may be behind.
  const produced = item.status === 'SCHEDULED' ? moveItem(move, item, 'IN_PRODUCTION') : item
  if (produced.status !== 'IN_PRODUCTION') return false
  return saveItem(move.transaction.rows, moveItem(move, produced, 'HANDED_TO_CARRIER'))
}
