import * as v from 'valibot'
import { described, named, namedStrictObject } from '../../../../kernel/wire-schema.ts'
import { returnReasonNames } from '../../../../model/runs.ts'

/** Limits of the table of carriers' codes (`docs/limits.md`). */
export const returnCodeLimits = {
  /** Codes of carriers that the instance knows, with the lengths of what is said of them. */
  carrierCodes: 500,
  carrierLength: 60,
  carrierCodeLength: 40,
  carrierMeaningLength: 200,
  carrierSourceLength: 500,
} as const

export const returnReason = named(
  'ReturnReason',
  'Why mail came back. `MOVED` and `DECEASED` propose a suppression with that reason, all others one that says that mail came back.',
  v.picklist(returnReasonNames),
)

export const shortText = (length: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(length))
export const carrierName = shortText(returnCodeLimits.carrierLength)
export const carrierCode = shortText(returnCodeLimits.carrierCodeLength)

/** What an entry of the table always says. */
export const returnCodeFields = {
  carrier: described(carrierName, 'The carrier, as people call it.'),
  code: described(
    carrierCode,
    'What the carrier writes on the piece or in its list. Blanks and small letters make no difference.',
  ),
  reason: described(returnReason, 'What it stands for.'),
}

/** What the rest of an entry is. */
export const returnCodeTexts = {
  meaning: 'What the carrier calls it; empty where it calls it nothing.',
  source: 'Where that is written, such as a web address; null where the operator knows it otherwise.',
  verified: 'Whether the source was read and says so.',
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

/** An entry as it is written, in a file as over the API. */
export const returnCodeEntry = namedStrictObject(
  'CarrierReturnCode',
  'What a carrier writes on mail that it brings back.',
  returnCodeInput,
)
export type ReturnCodeEntry = v.InferOutput<typeof returnCodeEntry>
