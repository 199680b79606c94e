import * as v from 'valibot'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { runLimits } from './limits.ts'
import { type ReturnReason, returnOutcomes, returnReasons } from './returns.ts'
import { reasonText } from './schema.ts'

const returnReason = named(
  'ReturnReason',
  'Why mail came back. `MOVED` and `DECEASED` propose a suppression with that reason, all others one that says that mail came back.',
  v.picklist(Object.keys(returnReasons) as ReturnReason[]),
)

export const returnsInput = namedStrictObject('ReturnedPieces', 'What came back to the return desk.', {
  pieces: described(
    v.pipe(
      v.array(
        v.strictObject({
          code: described(
            v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)),
            'Any code of a sheet as it was scanned: the text of its mark, the address of its QR code, its code; or the item, `itm_…`.',
          ),
          reason: described(v.optional(returnReason, 'OTHER'), 'Why it came back.'),
          note: described(
            v.optional(reasonText),
            'What the carrier noted besides, such as its own code; the customer sees it.',
          ),
        }),
      ),
      v.minLength(1),
      v.maxLength(runLimits.returns),
    ),
    'The pieces, each by one of its codes.',
  ),
})

export const returnsResult = namedObject('ReturnedPiecesResult', 'What became of each code.', {
  pieces: described(
    v.array(
      v.object({
        code: described(v.string(), 'The code as it was sent.'),
        outcome: described(
          v.picklist(returnOutcomes),
          '`RETURNED`: noted. `ALREADY_RETURNED`: was noted before. `NOT_SENT_YET`: by its status the piece cannot have come back. `UNKNOWN_CODE`: no piece of this organisation and mode has it.',
        ),
        itemId: described(v.nullable(v.string()), 'The item, `itm_…`; null where the code is not known.'),
        recipientName: described(
          v.nullable(v.string()),
          'To whom it was sent, to compare; null where the code is not known.',
        ),
      }),
    ),
    'One for each code, in their order.',
  ),
})
