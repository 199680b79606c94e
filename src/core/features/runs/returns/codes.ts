import type { CatalogueCheck, CataloguePart } from '../../../engine/catalogue-part.ts'
import { setFact } from '../../../engine/facts.ts'
import type { Services } from '../../../engine/services.ts'
import { asError, type ParameterError, validationFailed } from '../../../kernel/errors.ts'
import { plainSentence, type Sentence } from '../../../kernel/sentences.ts'
import { shortened } from '../../../kernel/text.ts'
import { everyone, type Rows, type WritableRows } from '../../../ports/store.ts'
import { assertUnchanged, same } from '../../products/catalogue/changes.ts'
import { returnCodeEntry } from '../../products/catalogue/entries/return-code-entry.ts'
import { incrementRevision } from '../../products/current-catalogue.ts'
import { catalogueChangeSentences } from '../../products/sentences.ts'
import { runLimits } from '../limits.ts'
import { runSentences } from '../sentences.ts'
import type { ReturnReason, ScannedReturn } from './returns.ts'

const factId = 'return-codes'

interface CarrierCode {
  carrier: string
  code: string
  reason: ReturnReason
  meaning: string
  /** Where the code is documented; null if the operator knows it otherwise. */
  source: string | null
  /** Whether the source was read and confirms it. */
  verified: boolean
}

/** Returns the table of carriers' codes; empty until an operator writes it. */
export const carrierCodesOf = async (rows: Pick<Rows, 'facts'>): Promise<readonly CarrierCode[]> => {
  const fact = await rows.facts.get(everyone, factId)
  return fact ? (JSON.parse(fact.value) as CarrierCode[]) : []
}

const folded = (text: string): string => text.replace(/\s+/g, ' ').trim().toUpperCase()

const codeKey = ({ carrier, code }: Pick<CarrierCode, 'carrier' | 'code'>): string =>
  JSON.stringify([folded(carrier), folded(code)])

const wrongCodes = (codes: readonly CarrierCode[]): ParameterError[] => {
  const seen = new Set<string>()
  const errors: ParameterError[] = []
  for (const [index, { carrier, code, source, verified }] of codes.entries()) {
    const key = codeKey({ carrier, code })
    if (seen.has(key))
      errors.push(
        asError(runSentences.sentence('repeated.carrier_code', { carrier, code }), `codes[${index}]`),
      )
    seen.add(key)
    if (verified && source === null)
      errors.push(asError(runSentences.sentence('required.carrier_code_source'), `codes[${index}].source`))
  }
  return errors
}

/** Replaces the table. Throws 422 naming every error. */
export const putCarrierCodes = async (
  services: Pick<Services, 'ids'>,
  rows: WritableRows,
  codes: readonly CarrierCode[],
): Promise<readonly CarrierCode[]> => {
  const errors = wrongCodes(codes)
  if (errors.length > 0) throw validationFailed(errors)
  await saveCarrierCodes(rows, codes)
  // Without a new revision, importing an earlier catalogue file would undo the change.
  await incrementRevision(services, rows)
  return codes
}

const saveCarrierCodes = (rows: WritableRows, codes: readonly CarrierCode[]): Promise<void> =>
  setFact(rows, factId, JSON.stringify(codes))

/** A returned piece. With a `carrierCode`, `reason` is OTHER and the table gives the reason. */
export interface ReportedReturn {
  code: string
  reason: ReturnReason
  carrierCode?: string | undefined
  carrier?: string | undefined
  note?: string | undefined
  row?: number
}

/** Looks up carriers' codes. Throws 422 for unknown or ambiguous ones and for contradictory fields. */
export const withReasons = async (
  rows: Pick<Rows, 'facts'>,
  given: readonly ReportedReturn[],
): Promise<ScannedReturn[]> => {
  const table = given.some(({ carrierCode }) => carrierCode !== undefined) ? await carrierCodesOf(rows) : []
  const errors: ParameterError[] = []
  const scanned = given.map((piece, index): ScannedReturn => {
    const { code, reason, carrierCode, carrier, note } = piece
    const found = reasonOf(table, piece)
    if ('wrong' in found) errors.push(errorOf(piece, index, found))
    if (carrierCode === undefined || 'wrong' in found) return { code, reason, note }
    const { entry } = found
    const of = `${entry?.carrier ?? carrier} ${entry?.code ?? carrierCode}.`
    return { code, reason: entry?.reason ?? reason, note: [of, note].filter(Boolean).join(' ') }
  })
  if (errors.length > 0) throw validationFailed(errors.slice(0, runLimits.returnErrors))
  return scanned
}

interface Wrong {
  field: 'reason' | 'carrierCode' | 'carrier'
  wrong: Sentence
}

const reasonOf = (
  table: readonly CarrierCode[],
  { reason, carrierCode, carrier }: ReportedReturn,
): { entry: CarrierCode | undefined } | Wrong => {
  if (carrierCode === undefined) {
    if (carrier === undefined) return { entry: undefined }
    return { field: 'carrier', wrong: runSentences.sentence('exclusive.carrier') }
  }
  if (reason !== 'OTHER') return { field: 'reason', wrong: runSentences.sentence('exclusive.return_reason') }
  const meant = table.filter(
    (entry) =>
      folded(entry.code) === folded(carrierCode) &&
      (carrier === undefined || folded(entry.carrier) === folded(carrier)),
  )
  const value = shortened(carrierCode)
  if (meant.length === 0)
    return { field: 'carrierCode', wrong: runSentences.sentence('unknown.carrier_code', { code: value }) }
  if (new Set(meant.map((entry) => entry.reason)).size > 1) {
    const carriers = meant.map((entry) => entry.carrier).join(', ')
    return {
      field: 'carrierCode',
      wrong: runSentences.sentence('ambiguous.carrier_code', { code: value, carriers }),
    }
  }
  return { entry: meant[0] }
}

const errorOf = ({ row }: ReportedReturn, index: number, { field, wrong }: Wrong): ParameterError =>
  row === undefined
    ? asError(wrong, `pieces[${index}].${field}`)
    : asError(runSentences.sentence('wrong.return_row', { row, what: wrong.message }), 'uploadId')

const name = 'returnCodes'

/** A catalogue file without this part leaves the table unchanged; a file with it replaces the whole table. */
export const returnCodesPart: CataloguePart = {
  name,
  noun: 'carrier’s code',
  schema: returnCodeEntry as unknown as CataloguePart['schema'],
  limit: runLimits.carrierCodes,
  permission: 'runs.manage',
  optional: true,
  ordered: true,
  read: readEntries,
  *check(check) {
    yield
    const after = codesIn(check.next.parts[name])
    for (const error of wrongCodes(after)) {
      const [, index, field] = /^codes\[(\d+)\]\.?(.*)$/.exec(error.parameter)!
      check.report([Number(index), ...(field ? [field] : [])], plainSentence(error))
    }
    reportChanges(check, codesIn(check.facts.present.parts[name]), after)
  },
  async save({ rows, before, next }) {
    if (same(before.parts[name], next.parts[name])) return false
    await assertUnchanged(rows, before, returnCodesPart)
    await saveCarrierCodes(rows, codesIn(next.parts[name]))
    return true
  },
}

async function readEntries(rows: Pick<Rows, 'facts'>): Promise<(CarrierCode & { key: string })[]> {
  return (await carrierCodesOf(rows)).map((code, index) => ({ key: String(index + 1), ...code }))
}

const codesIn = (entries: CatalogueCheck['next']['parts'][string] = []): CarrierCode[] =>
  entries.map(({ key: _, ...code }) => code as unknown as CarrierCode)

/** Reports changed codes. Ignores the position in the list. */
const reportChanges = (
  check: CatalogueCheck,
  before: readonly CarrierCode[],
  after: readonly CarrierCode[],
): void => {
  const was = new Map(before.map((entry) => [codeKey(entry), entry]))
  const is = new Set(after.map(codeKey))
  for (const entry of after) {
    const { carrier, code, reason } = entry
    const old = was.get(codeKey(entry))
    if (!old)
      check.change(
        '',
        catalogueChangeSentences.sentence('catalogue_change.new_return_code', { carrier, code, reason }),
      )
    else if (old.reason !== reason)
      check.change(
        '',
        catalogueChangeSentences.sentence('catalogue_change.return_code', {
          carrier,
          code,
          reason,
          before: old.reason,
        }),
      )
    else if (!same(old, entry))
      check.change(
        '',
        catalogueChangeSentences.sentence('catalogue_change.return_code_text', { carrier, code }),
      )
  }
  for (const { carrier, code, reason } of before.filter((entry) => !is.has(codeKey(entry))))
    check.change(
      '',
      catalogueChangeSentences.sentence('catalogue_change.return_code_gone', {
        carrier,
        code,
        before: reason,
      }),
    )
}
