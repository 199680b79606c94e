import * as v from 'valibot'
import { described, named, namedStrictObject } from '../../../../kernel/wire-schema.ts'
import { returnReasonNames } from '../../../../model/runs.ts'

/** Limits of the table of return codes (`docs/limits.md`). */
export const returnCodeLimits = {
  carrierCodes: 500,
  carrierLength: 60,
  carrierCodeLength: 40,
  carrierMeaningLength: 200,
  carrierSourceLength: 500,
} as const

export const returnReason = named(
  'ReturnReason',
  'Why mail was returned. `MOVED` and `DECEASED` propose a suppression for that reason; all others propose one for returned mail.',
  v.picklist(returnReasonNames),
)

export const shortText = (length: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(length))
export const carrierName = shortText(returnCodeLimits.carrierLength)
export const carrierCode = shortText(returnCodeLimits.carrierCodeLength)

export const returnCodeFields = {
  carrier: described(carrierName, 'Name of the carrier.'),
  code: described(
    carrierCode,
    'The code on the piece or in the carrier’s list. Spaces and case are ignored.',
  ),
  reason: described(returnReason, 'The return reason that it means.'),
}

export const returnCodeTexts = {
  meaning: 'The carrier’s wording; empty if there is none.',
  source: 'Source, such as a URL; null if the operator knows it otherwise.',
  verified: 'Whether the source was read and confirms it.',
}

const returnCodeInput = {
  ...returnCodeFields,
  meaning: described(
    v.optional(v.pipe(v.string(), v.trim(), v.maxLength(returnCodeLimits.carrierMeaningLength)), ''),
    returnCodeTexts.meaning,
  ),
  source: described(
    v.optional(v.nullable(shortText(returnCodeLimits.carrierSourceLength)), null),
    returnCodeTexts.source,
  ),
  verified: described(v.optional(v.boolean(), false), returnCodeTexts.verified),
}

export const returnCodeEntry = namedStrictObject(
  'CarrierReturnCode',
  'A carrier’s code for returned mail.',
  returnCodeInput,
)
