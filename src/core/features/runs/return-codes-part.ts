import type { CatalogueCheck, CataloguePart } from '../../engine/catalogue-part.ts'
import { saidAlone } from '../../kernel/sentences.ts'
import type { Rows } from '../../ports/store.ts'
import { assertUnchanged } from '../printers/catalogue/unchanged.ts'
import { same } from '../products/catalogue/changes.ts'
import { returnCodeEntry } from '../products/catalogue/return-code-entry.ts'
import { catalogueChangeSentences } from '../products/catalogue/sentences.ts'
import { runLimits } from './limits.ts'
import { type CarrierCode, carrierCodesOf, codeKey, saveCarrierCodes, wrongCodes } from './return-codes.ts'

const { say } = catalogueChangeSentences
const name = 'returnCodes'

/**
 * What carriers' codes on returned mail stand for, as a list of the catalogue file. A file without it leaves the
 * table as it is; one that has it takes the place of the whole.
 */
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
      check.report([Number(index), ...(field ? [field] : [])], saidAlone(error))
    }
    tellChanges(check, codesIn(check.facts.present.parts[name]), after)
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

/** The entries of a document without the numbers by which it calls them. */
const codesIn = (entries: CatalogueCheck['next']['parts'][string] = []): CarrierCode[] =>
  entries.map(({ key: _, ...code }) => code as unknown as CarrierCode)

/** Says of each code what becomes of it. Where it stands in the list is no matter. */
const tellChanges = (
  check: CatalogueCheck,
  before: readonly CarrierCode[],
  after: readonly CarrierCode[],
): void => {
  const was = new Map(before.map((entry) => [codeKey(entry), entry]))
  const is = new Set(after.map(codeKey))
  for (const entry of after) {
    const { carrier, code, reason } = entry
    const old = was.get(codeKey(entry))
    if (!old) check.change('', say('catalogue_change.new_return_code', { carrier, code, reason }))
    else if (old.reason !== reason)
      check.change('', say('catalogue_change.return_code', { carrier, code, reason, before: old.reason }))
    else if (!same(old, entry)) check.change('', say('catalogue_change.return_code_text', { carrier, code }))
  }
  for (const { carrier, code, reason } of before.filter((entry) => !is.has(codeKey(entry))))
    check.change('', say('catalogue_change.return_code_gone', { carrier, code, before: reason }))
}
