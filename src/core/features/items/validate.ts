import { checkAddress } from '../../address/index.ts'
import type { Services } from '../../engine/services.ts'
import type { Finding } from '../../kernel/finding.ts'
import type { ItemRow } from '../../model/items.ts'
import type { SuppressionRow } from '../../model/suppressions.ts'
import type { CompiledTemplate } from '../../ports/renderer.ts'
import type { DuplicateOptions, Lookups } from './lookups.ts'
import type { Mailing } from './mailing.ts'
import { checkData, mergeFieldsOf } from './merge-fields.ts'
import { pieceOf } from './piece.ts'

/**
 * The one rule set of items: create, bulk, validate and patch all come here. It has two halves, because what
 * is measured takes too long for a transaction, and what others write must be read inside it.
 */

/** The part of an item that is printed. */
export type ItemContent = Pick<ItemRow, 'id' | 'recipient' | 'addressOverride' | 'data' | 'trackingCode'>

/** What was measured only counts for an item with these words. */
export const wordsOf = (
  item: Pick<ItemRow, 'recipient' | 'data' | 'addressOverride' | 'templateVersionId'>,
): string => JSON.stringify([item.recipient, item.data, item.addressOverride, item.templateVersionId])

/** What the item's own words get wrong: address, merge fields, text that does not fit. Outside transactions. */
export const checkContent = async (
  services: Services,
  originCountry: string,
  template: CompiledTemplate,
  content: ItemContent,
): Promise<Finding[]> => {
  const findings = [
    ...checkAddress(content.recipient, { originCountry, override: content.addressOverride }),
    ...checkData(mergeFieldsOf(template.document), content.data),
  ]
  const piece = pieceOf(services.config, content, originCountry, undefined)
  const measured = await services.renderer.check(template, piece)
  return measured.length === 0 ? findings : merge(findings, measured)
}

/** The renderer misses the same merge fields that the rules miss, and knows where on the paper. */
const merge = (findings: readonly Finding[], measured: readonly Finding[]): Finding[] => {
  const same = (one: Finding, other: Finding) =>
    one.code === other.code && one.field !== undefined && one.field === other.field
  return [...findings.filter((finding) => !measured.some((other) => same(finding, other))), ...measured]
}

/** What the rows say of an item: findings, and the suppression entry that its recipient matches. */
export interface Verdict {
  findings: Finding[]
  suppression: SuppressionRow | undefined
}

/** The other half: suppressions and duplicates, as they stand in this snapshot or transaction. */
export const checkRows = async (
  lookups: Lookups,
  mailing: Mailing,
  item: Pick<
    ItemRow,
    'id' | 'addressKey' | 'recipient' | 'recipientName' | 'addressOverride' | 'advertisingCategory'
  >,
  now: number,
  options: DuplicateOptions = {},
): Promise<Verdict> => {
  const duplicate = await lookups.duplicateOf(mailing, item, now, options)
  return {
    findings: duplicate
      ? [duplicateFinding(duplicate, mailing, item.addressOverride, lookups.nameOf(duplicate.id))]
      : [],
    suppression: lookups.entryFor(item),
  }
}

const duplicateFinding = (
  earlier: Pick<ItemRow, 'recipientName'>,
  { postbatchId }: Mailing,
  overridden: boolean,
  name: string,
): Finding => ({
  code: 'duplicate_recipient',
  severity: overridden ? 'warning' : 'error',
  message: `${earlier.recipientName} at this address ${
    postbatchId === null
      ? `has had ${name} from this Postflow lately`
      : `is in this Postbatch already (${name})`
  }. Set addressOverride to send it all the same.`,
  field: 'recipient',
})
