import type { ProcessContext } from '../../engine/context.ts'
import { hasErrors } from '../../kernel/finding.ts'
import { itemLimits } from '../../model/item-limits.ts'
import { contentOf, editableStatuses, type ItemRow } from '../../model/items.ts'
import { versionOf } from '../products/specifications.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import type { Batch, BatchItem, Candidate, Replacement } from './judge-batch.ts'
import type { CheckedItem } from './new-item.ts'
import { type RecipientOptions, Recipients, readEarlier } from './recipients.ts'
import { addressedBy } from './save.ts'
import { destinationOf } from './settle.ts'
import { checkContent, isDuplicate, wordsOf } from './validate.ts'

type Later = Pick<ItemRow, 'recipient' | 'data' | 'addressOverride'>
type Fields = RecipientOptions['fields']

/** Returns the merge fields that the later list lacks: a corrected salutation, or values set by a program. */
const keptOf = ({ data }: Pick<ItemRow, 'data'>, fields: Fields): ItemRow['data'] =>
  Object.fromEntries(Object.entries(data).filter(([name]) => fields && !fields.has(name)))

/** Returns the printed content of an earlier item after its replacement. */
const printedOf = (
  earlier: Pick<ItemRow, 'data'>,
  { recipient, addressOverride, data }: Later,
  fields: Fields,
) => ({
  recipient,
  addressOverride,
  data: { ...keptOf(earlier, fields), ...data },
})

interface Measuring extends Pick<RecipientOptions, 'fields'> {
  /** ms on the clock of the mode. */
  now: number
  /** Whether the earlier item gets the content of this item. */
  isLast: (id: string) => boolean
}

/**
 * Measures the earlier items that would keep merge fields which later rows lack, and sets `replacing` of
 * those rows. Call it outside transactions.
 */
export const measureReplacing = async (
  { services, scope, organisation }: Pick<ProcessContext, 'services' | 'scope' | 'organisation'>,
  checked: readonly CheckedItem[],
  { fields, now, isLast }: Measuring,
): Promise<void> => {
  const last = checked.flatMap(({ id, input, mailing }, index) =>
    mailing && isLast(id) ? [{ ...input, id, mailing, index }] : [],
  )
  if (last.length === 0) return
  const earlier = await services.store.read((rows) => readEarlier(rows, scope, last, now))
  const recipients = new Recipients({ entries: new Map(), earlier }, fields ? { fields } : {})
  const found = last.map((item) => recipients.duplicateOf(item.mailing, item)?.stored)
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

/**
 * Returns the content that the earlier item gets from its duplicate, keeping what the duplicate lacks.
 * Undefined if it has another template version, can no longer change, or the kept values don't fit.
 */
export const replaceEarlier = (batch: Batch, repeating: Candidate): Replacement | undefined => {
  const { item, mailing, verdict } = repeating
  const { id, stored } = verdict.repeat!
  const earlier: BatchItem | undefined = batch.items.get(id) ?? stored
  if (earlier?.templateVersionId !== item.templateVersionId) return undefined
  if (!editableStatuses.includes(earlier.status)) return undefined
  const printed = printedOf(earlier, item, batch.recipients.fields)
  const metadata = item.metadata && { ...earlier.metadata, ...item.metadata }
  const findings = findingsOf({ ...earlier, ...printed }, repeating)
  if (!findings || Object.keys(metadata ?? {}).length > itemLimits.metadataEntries) return undefined
  const written = Object.entries(contentOf(item)).filter(([, value]) => value !== null)
  const patch = {
    ...(Object.fromEntries(written) as Partial<ItemRow>),
    ...printed,
    ...addressedBy(item.recipient),
    metadata: metadata ?? earlier.metadata,
  }
  const { status } = destinationOf({ ...verdict, findings }, mailing, { ...earlier, ...patch })
  batch.items.set(id, { ...earlier, ...patch, findings, status })
  return { id, stored, mailing, verdict: { ...verdict, findings, repeat: undefined }, patch }
}

/**
 * Returns the findings of an earlier item with the content `next`; undefined if there are errors, or if that
 * content was not measured.
 */
const findingsOf = (next: BatchItem, { item, verdict, checked }: Candidate) => {
  if (wordsOf(next) === wordsOf(item)) return verdict.findings.filter((one) => !isDuplicate(one))
  const { replacing } = checked
  return replacing?.words === wordsOf(next) && !hasErrors(replacing.findings) ? replacing.findings : undefined
}
