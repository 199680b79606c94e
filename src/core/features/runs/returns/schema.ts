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
        'Any scanned code of a sheet: the text of its mark, the URL of its QR code, its code; or the item id, `itm_…`.',
      ),
      reason: described(v.optional(returnReason, 'OTHER'), 'Why it was returned.'),
      carrierCode: described(
        v.optional(carrierCode),
        'The carrier’s code for the reason, instead of `reason`: one of the instance’s table (`returnCodes.get`). Shown in the history of the item.',
      ),
      carrier: described(
        v.optional(carrierName),
        'The carrier of `carrierCode`, if several carriers use that code for different reasons.',
      ),
      note: described(v.optional(reasonText), 'A note of the carrier or the desk; the customer sees it.'),
    }),
  ),
  v.minLength(1),
  v.maxLength(runLimits.returns),
)

export const returnsInput = namedStrictObject(
  'ReturnedPieces',
  'Returned pieces, as `pieces` or as a list.',
  {
    pieces: described(v.optional(pieces), 'The pieces, each by one of its codes. Alternative to `uploadId`.'),
    uploadId: described(
      v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(40))),
      'A list of `POST /v1/uploads`, `upl_…`, of kind CSV or XLSX, with a column `code` and optionally `reason` (a word of this API or a carrier’s code), `carrier` and `note`.',
    ),
  },
)

const result = {
  code: described(v.string(), 'The code as it was sent.'),
  outcome: described(
    v.picklist(returnOutcomes),
    '`RETURNED`: recorded. `ALREADY_RETURNED`: recorded before. `NOT_SENT_YET`: the piece has not been sent according to its status. `UNKNOWN_CODE`: no piece visible to the desk has the code.',
  ),
  reason: described(returnReason, 'The reason, resolved from a carrier’s code if one was given.'),
  itemId: described(v.nullable(v.string()), 'Id of the item, `itm_…`; null if the code is unknown.'),
  recipientName: described(
    v.nullable(v.string()),
    'Name of the recipient, to compare; null if the code is unknown.',
  ),
}

export const returnsResult = namedObject('ReturnedPiecesResult', 'Outcome of each code.', {
  pieces: described(v.array(v.object(result)), 'Results in the order of the codes.'),
})

export const platformReturnsResult = namedObject(
  'PlatformReturnedPiecesResult',
  'Outcome of each code, with the organisation of the piece.',
  {
    pieces: described(
      v.array(
        v.object({
          ...result,
          isTest: described(
            v.nullable(v.boolean()),
            'Whether it is a piece of test mode; null if the code is unknown.',
          ),
          organisationId: described(
            v.nullable(v.string()),
            'Organisation of the piece, `org_…`; null if the code is unknown.',
          ),
          organisationName: described(
            v.nullable(v.string()),
            'Name of that organisation; null if the code is unknown.',
          ),
        }),
      ),
      'Results in the order of the codes.',
    ),
  },
)

export const carrierCodesInput = namedStrictObject(
  'CarrierReturnCodesUpdate',
  'The complete table of carriers’ return codes.',
  {
    codes: described(
      v.pipe(v.array(returnCodeEntry), v.maxLength(runLimits.carrierCodes)),
      'The codes, unique for each carrier.',
    ),
  },
)

export const carrierCodesSchema = namedObject('CarrierReturnCodes', 'The table of carriers’ return codes.', {
  codes: described(
    v.array(
      v.object({
        ...returnCodeFields,
        meaning: described(v.string(), returnCodeTexts.meaning),
        source: described(v.nullable(v.string()), returnCodeTexts.source),
        verified: described(v.boolean(), returnCodeTexts.verified),
      }),
    ),
    'The codes, in the order in which they were sent.',
  ),
})
