import { checkAddress, checkCarrierCode } from '../../address/index.ts'
import type { Services } from '../../engine/services.ts'
import { type Finding, finding } from '../../kernel/finding.ts'
import type { ItemRow } from '../../model/items.ts'
import type { SuppressionRow } from '../../model/suppressions.ts'
import type { CompiledTemplate } from '../../ports/renderer.ts'
import type { TemplateDocument } from '../../template/document.ts'
import { checkDoubtfulValues } from './doubtful-values.ts'
import type { Duplicate, DuplicateOptions, KeptFor, Lookups } from './lookups.ts'
import type { Mailing } from './mailing.ts'
import { checkData, mergeFieldsOf } from './merge-fields.ts'
import { pieceOf } from './piece.ts'
import { checkFormsAlone, checkSalutation } from './salutation.ts'
import { itemFindings } from './sentences.ts'

/**
 * The events that validating an item emits, and what follows from it: holding, scheduling and reserving
 * money.
 */
export const eventsOfValidation = [
  'item.needs_attention',
  'item.suppressed',
  'item.pending_approval',
  'item.held',
  'item.ready',
  'item.scheduled',
  'balance.low',
  'spending_cap.reached',
] as const

/**
 * The rules of items, which create, bulk, validate and patch all apply. They come in two halves: measuring
 * text takes too long for a transaction, and rows that other calls write must be read inside one.
 */

/** The part of an item that is printed. */
export type ItemContent = Pick<ItemRow, 'id' | 'recipient' | 'addressOverride' | 'data' | 'trackingCode'>

/**
 * The content of an item as a string. Findings that were measured before a transaction hold while it is
 * equal.
 */
export const wordsOf = (
  item: Pick<ItemRow, 'recipient' | 'data' | 'addressOverride' | 'templateVersionId'>,
): string => JSON.stringify([item.recipient, item.data, item.addressOverride, item.templateVersionId])

/**
 * The findings of an item's own content: address, merge fields, text that does not fit. Call it outside
 * transactions.
 */
export const checkContent = async (
  services: Services,
  originCountry: string,
  template: CompiledTemplate,
  content: ItemContent,
): Promise<Finding[]> => {
  const findings = [
    ...checkAddress(content.recipient, { originCountry, override: content.addressOverride }),
    ...(printsCarrierCode(template.document) ? checkCarrierCode(content.recipient, originCountry) : []),
    ...checkData(mergeFieldsOf(template.document), content.data),
    ...checkSalutation(content, template.document),
  ]
  const wrong = new Set(findings.filter(({ severity }) => severity === 'error').map(({ field }) => field))
  findings.push(
    ...[
      ...checkDoubtfulValues(content, template.document.variables),
      ...checkFormsAlone(content, template.document),
    ].filter(({ field }) => !wrong.has(field)),
  )
  const piece = pieceOf(services.config, content, template.document, originCountry, undefined)
  const measured = await services.renderer.check(template, piece)
  return measured.length === 0 ? findings : merge(findings, measured)
}

const printsCarrierCode = ({ pages }: TemplateDocument): boolean =>
  pages.some(({ elements }) =>
    elements.some((element) => element.type === 'address' && element.mark === 'kix'),
  )

/**
 * The renderer reports missing merge fields as the rules do and knows their place on the paper: its findings
 * win.
 */
const merge = (findings: readonly Finding[], measured: readonly Finding[]): Finding[] => {
  const same = (one: Finding, other: Finding) =>
    one.code === other.code && one.field !== undefined && one.field === other.field
  return [...findings.filter((finding) => !measured.some((other) => same(finding, other))), ...measured]
}

/** A piece to a recipient who has one in its mailing already, with other merge fields. */
export interface Repeat {
  /** The earlier piece. */
  id: string
  recipient: string
  /** How messages name the earlier piece. */
  earlier: string
  /** The merge fields that differ. */
  fields: readonly string[]
  /** False where the earlier piece is about to be stored, and in a trial. */
  isStored: boolean
  /** Why the earlier piece is not given the content of this one. */
  kept: KeptFor | undefined
}

/** The findings of an item, and the suppression entry that its recipient matches. */
export interface Verdict {
  findings: Finding[]
  suppression: SuppressionRow | undefined
  /** Set where an earlier piece of its mailing goes to the recipient with other merge fields. */
  repeat?: Repeat | undefined
}

/**
 * The half that reads rows: suppressions and duplicates, as they stand in this snapshot or transaction. `now`
 * in ms.
 */
export const checkRows = async (
  lookups: Lookups,
  mailing: Mailing,
  item: Pick<ItemRow, 'id' | 'recipient' | 'data' | 'addressOverride' | 'advertisingCategory'>,
  now: number,
  options: DuplicateOptions = {},
): Promise<Verdict> => {
  const duplicate = await lookups.duplicateOf(mailing, item, now, options)
  return {
    findings: duplicate
      ? [duplicateFinding(duplicate, mailing, item.addressOverride, lookups.nameOf(duplicate.item.id))]
      : [],
    suppression: lookups.entryFor(item),
    repeat: duplicate && repeatOf(duplicate, lookups.nameOf(duplicate.item.id)),
  }
}

const repeatOf = ({ item, fields, stored, kept }: Duplicate, earlier: string): Repeat | undefined =>
  fields.length === 0
    ? undefined
    : {
        ...{ id: item.id, recipient: item.recipientName, earlier, fields },
        ...{ isStored: stored !== undefined, kept },
      }

const duplicateFinding = (
  { item, fields }: Duplicate,
  { postbatchId }: Mailing,
  overridden: boolean,
  name: string,
): Finding => {
  const params = { recipient: item.recipientName, earlier: name }
  const said =
    postbatchId === null
      ? itemFindings.say('duplicate_recipient.postflow', params)
      : fields.length === 0
        ? itemFindings.say('duplicate_recipient.postbatch', params)
        : itemFindings.say('duplicate_recipient.other_data', { ...params, fields: fields.join(', ') })
  return finding(overridden ? 'warning' : 'error', said, { field: 'recipient' })
}
