import type { ProcessContext } from '../../engine/context.ts'
import { Problem } from '../../kernel/errors.ts'
import { hasErrors } from '../../kernel/finding.ts'
import { itemLimits } from '../../model/item-limits.ts'
import { contentOf, editableStatuses, type ItemRow } from '../../model/items.ts'
import { versionOf } from '../products/specifications.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import { type LookupOptions, Lookups } from './lookups.ts'
import type { Mailing } from './mailing.ts'
import type { MoveContext } from './move.ts'
import type { CheckedItem } from './new-item.ts'
import { addressedBy, saveItem } from './save.ts'
import { settleItem } from './settle.ts'
import { checkContent, isDuplicate, type Judged, Refused, wordsOf } from './validate.ts'

type Later = Pick<ItemRow, 'recipient' | 'data' | 'addressOverride'>
type Fields = LookupOptions['fields']

/** Returns the merge fields that the later list lacks: a corrected salutation, or values set by a program. */
const keptOf = ({ data }: Pick<ItemRow, 'data'>, fields: Fields): ItemRow['data'] =>
  Object.fromEntries(Object.entries(data).filter(([name]) => fields && !fields.has(name)))

/** Returns the printed content of an earlier item after its replacement. */
const printedOf = (earlier: ItemRow, { recipient, addressOverride, data }: Later, fields: Fields) => ({
  recipient,
  addressOverride,
  data: { ...keptOf(earlier, fields), ...data },
})

interface Measuring extends Pick<LookupOptions, 'fields'> {
  /** ms on the clock of the mode. */
  now: number
  /** Whether the earlier item gets the content of this item. */
  isLast: (id: string) => boolean
}

/**
 * Measures replacements of earlier items that keep merge fields which later rows lack. Call it outside
 * transactions.
 */
export const measureReplacing = async (
  { services, scope, organisation }: Pick<ProcessContext, 'services' | 'scope' | 'organisation'>,
  checked: readonly CheckedItem[],
  { fields, now, isLast }: Measuring,
): Promise<void> => {
  const last = checked.flatMap(({ id, input, mailing }, index) =>
    mailing && isLast(id) ? [{ ...input, id, mailing, index }] : [],
  )
  const [first] = last
  if (!first) return
  const found = await services.store.read(async (rows) => {
    const lookups = new Lookups(rows, scope, given(fields))
    await lookups.readDuplicates(first.mailing, last, now)
    const earlier: (ItemRow | undefined)[] = []
    for (const item of last) earlier.push((await lookups.duplicateOf(item.mailing, item, now))?.stored)
    return earlier
  })
  for (const [place, earlier] of found.entries()) {
    if (!earlier || Object.keys(keptOf(earlier, fields)).length === 0) continue
    await services.turns.rest()
    const next = { ...earlier, ...printedOf(earlier, last[place]!, fields) }
    const version = versionOf(earlier.specificationVersion)
    const template = await compiledTemplate(services, earlier, earlier.templateVersionId, version)
    const findings = await checkContent(services, organisation.country, template, next)
    checked[last[place]!.index]!.replacing = { words: wordsOf(next), findings }
  }
}

const given = (fields: Fields): LookupOptions => (fields ? { fields } : {})

type Replacing = Pick<Judged, 'item' | 'verdict'> & { checked: CheckedItem }

/** Gives a recipient's earlier item the content of a later row. */
export const replaceEarlier = async (
  moves: MoveContext,
  lookups: Lookups,
  mailing: Mailing,
  { outcomes, refused, ...judged }: Judged & Replacing & { outcomes: (ItemRow | Problem | Refused)[] },
): Promise<void> => {
  const { id, isStored } = judged.verdict.repeat!
  const place = outcomes.findIndex(
    (one) => !(one instanceof Problem || one instanceof Refused) && one.id === id,
  )
  const { rows } = moves.transaction
  const earlier = isStored ? await rows.items.get(judged.item, id) : (outcomes[place] as ItemRow)
  const changed = earlier && (await replaced(moves, mailing, earlier, { ...judged, fields: lookups.fields }))
  if (!changed) return
  if (isStored) await saveItem(rows, changed)
  else outcomes[place] = changed
  lookups.noteReplaced(id, changed)
  refused!.replacesEarlier = true
}

/**
 * Returns the earlier item with the content of its duplicate, keeping what the duplicate lacks. Undefined if
 * it has another template version, can't change any more, or the kept values don't fit. The caller saves the
 * row.
 */
const replaced = async (
  context: MoveContext,
  mailing: Mailing,
  earlier: ItemRow,
  { item, verdict, checked, fields }: Replacing & { fields: Fields },
): Promise<ItemRow | undefined> => {
  if (earlier.templateVersionId !== item.templateVersionId) return undefined
  if (!editableStatuses.includes(earlier.status)) return undefined
  const printed = printedOf(earlier, item, fields)
  const metadata = item.metadata && { ...earlier.metadata, ...item.metadata }
  const findings = findingsOf({ ...earlier, ...printed }, { item, verdict, checked })
  if (!findings || Object.keys(metadata ?? {}).length > itemLimits.metadataEntries) return undefined
  const written = Object.entries(contentOf(item)).filter(([, value]) => value !== null)
  const patch = {
    ...Object.fromEntries(written),
    ...printed,
    ...addressedBy(item.recipient),
    metadata: metadata ?? earlier.metadata,
  }
  return settleItem(context, earlier, mailing, { ...verdict, findings, repeat: undefined }, patch)
}

/**
 * Returns the findings of an earlier item with these words; undefined if there are errors, or if not
 * measured.
 */
const findingsOf = (next: ItemRow, { item, verdict, checked }: Replacing) => {
  if (wordsOf(next) === wordsOf(item)) return verdict.findings.filter((one) => !isDuplicate(one))
  const { replacing } = checked
  return replacing?.words === wordsOf(next) && !hasErrors(replacing.findings) ? replacing.findings : undefined
}

export type ReplaceEarlier = typeof replaceEarlier
