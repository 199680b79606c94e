import * as v from 'valibot'
import { described, namedObject, namedStrictObject } from '../../../kernel/wire-schema.ts'
import {
  carrierCode,
  carrierName,
  returnCodeEntry,
  returnCodeFields,
  returnCodeTexts,
  returnReason,
  shortText,
} from '../../products/catalogue/entries/return-code-entry.ts'
import { runLimits } from '../limits.ts'
import { reasonText } from '../schema.ts'
import { returnOutcomes } from './returns.ts'

const pieces = v.pipe(
  v.array(
    v.strictObject({
      code: described(
        shortText(runLimits.returnCodeLength),
        'Any code of a sheet as it was scanned: the text of its mark, the address of its QR code, its code; or the item, `itm_…`.',
      ),
      reason: described(v.optional(returnReason, 'OTHER'), 'Why it came back.'),
      carrierCode: described(
        v.optional(carrierCode),
        'The code by which the carrier says why, instead of `reason`: one of the table of the instance (`returnCodes.get`). It stands in the history of the item.',
      ),
      carrier: described(
        v.optional(carrierName),
        'The carrier of `carrierCode`, where several have that code for other reasons.',
      ),
      note: described(
        v.optional(reasonText),
        'What the carrier or the desk noted besides; the customer sees it.',
      ),
    }),
  ),
  v.minLength(1),
  v.maxLength(runLimits.returns),
)

export const returnsInput = namedStrictObject(
  'ReturnedPieces',
  'What came back to the return desk: `pieces` or a list.',
  {
    pieces: described(v.optional(pieces), 'The pieces, each by one of its codes. These or `uploadId`.'),
    uploadId: described(
      v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(40))),
      'A list of `POST /v1/uploads`, of kind CSV or XLSX, with a column `code` and, where it has them, `reason` (a word of this API or a carrier’s code), `carrier` and `note`, `upl_…`.',
    ),
  },
)

const result = {
  code: described(v.string(), 'The code as it was sent.'),
  outcome: described(
    v.picklist(returnOutcomes),
    '`RETURNED`: noted. `ALREADY_RETURNED`: was noted before. `NOT_SENT_YET`: by its status the piece cannot have come back. `UNKNOWN_CODE`: no piece that the desk looks after has it.',
  ),
  reason: described(returnReason, 'The reason, also where a carrier’s code was given for it.'),
  itemId: described(v.nullable(v.string()), 'The item, `itm_…`; null where the code is not known.'),
  recipientName: described(
    v.nullable(v.string()),
    'To whom it was sent, to compare; null where the code is not known.',
  ),
}

export const returnsResult = namedObject('ReturnedPiecesResult', 'What became of each code.', {
  pieces: described(v.array(v.object(result)), 'One for each code, in their order.'),
})

export const platformReturnsResult = namedObject(
  'PlatformReturnedPiecesResult',
  'What became of each code, and whose piece it is.',
  {
    pieces: described(
      v.array(
        v.object({
          ...result,
          isTest: described(
            v.nullable(v.boolean()),
            'Whether it is a piece of test mode; null where the code is not known.',
          ),
          organisationId: described(
            v.nullable(v.string()),
            'Whose piece it is, `org_…`; null where the code is not known.',
          ),
          organisationName: described(
            v.nullable(v.string()),
            'The name of that organisation; null where the code is not known.',
          ),
        }),
      ),
      'One for each code, in their order.',
    ),
  },
)

export const carrierCodesInput = namedStrictObject(
  'CarrierReturnCodesUpdate',
  'What carriers write on mail that they bring back: the whole table.',
  {
    codes: described(
      v.pipe(v.array(returnCodeEntry), v.maxLength(runLimits.carrierCodes)),
      'The codes, each once for a carrier.',
    ),
  },
)

export const carrierCodesSchema = namedObject(
  'CarrierReturnCodes',
  'What carriers write on mail that they bring back, as the operator has it.',
  {
    codes: described(
      v.array(
        v.object({
          ...returnCodeFields,
          meaning: described(v.string(), returnCodeTexts.meaning),
          source: described(v.nullable(v.string()), returnCodeTexts.source),
          verified: described(v.boolean(), returnCodeTexts.verified),
        }),
      ),
      'The codes, as they were put.',
    ),
  },
)
