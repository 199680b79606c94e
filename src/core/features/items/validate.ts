import { doubtSentences } from '../../address/doubt-sentences.ts'
import { doubtOf, shownValue } from '../../address/doubtful-values.ts'
import {
  addressLines,
  carrierCode,
  checkAddress,
  checkCarrierCode,
  nameLines,
  recipientName,
} from '../../address/index.ts'
import { isDeceasedName, nameRefusesMail } from '../../address/no-mail.ts'
import type { Recipient } from '../../address/schema.ts'
import type { ModeScope } from '../../engine/caller.ts'
import type { Services } from '../../engine/services.ts'
import type { Config } from '../../kernel/config.ts'
import { type Finding, finding } from '../../kernel/finding.ts'
import type { ItemRow, MailingRef } from '../../model/items.ts'
import type { SuppressionRow } from '../../model/suppressions.ts'
import type { CompiledTemplate, Piece } from '../../ports/renderer.ts'
import type { Rows } from '../../ports/store.ts'
import type { TemplateDocument } from '../../template/document.ts'
import { optOutUrl, trackingUrl } from './item.ts'
import { type Mailing, mailingKey, mailingOf } from './mailing.ts'
import type { Duplicate, DuplicateOptions, KeptFor, RecipientOptions, Recipients } from './recipients.ts'
import { checkData, checkFormsAlone, checkSalutation, mergeFieldsOf, printedData } from './salutation.ts'
import { itemFindings } from './sentences.ts'

interface Content {
  recipient: Recipient
  data: Readonly<Record<string, string>>
  addressOverride: boolean
}

/**
 * Returns a warning for each doubtful printed value of an item, unless its sender confirmed it. Merge fields
 * that the template lacks are not printed, so not checked.
 */
const checkDoubtfulValues = (
  { recipient, data, addressOverride }: Content,
  variables: Readonly<Record<string, unknown>>,
): Finding[] => {
  if (addressOverride) return []
  const values = [
    ...Object.entries(recipient).map(([name, value]) => [`recipient.${name}`, value] as const),
    ...Object.entries(data)
      .filter(([name]) => Object.hasOwn(variables, name))
      .map(([name, value]) => [`data.${name}`, value] as const),
  ]
  return values.flatMap(([field, value]) => {
    if (typeof value !== 'string') return []
    const isRefused = field === 'recipient.name' && nameRefusesMail(value)
    const sentence = isRefused
      ? doubtSentences.sentence(isDeceasedName(value) ? 'no_mail.recipient' : 'no_mail.refused', {
          value: shownValue(value),
        })
      : doubtOf(field, value)
    return sentence ? [finding('warning', sentence, { field })] : []
  })
}

/** Returns the variable part of an item for the renderer. `originCountry` is the country of posting. */
export const pieceOf = (
  config: Pick<Config, 'baseUrl'>,
  item: Pick<ItemRow, 'id' | 'data' | 'recipient' | 'trackingCode'>,
  document: TemplateDocument,
  originCountry: string,
  returnAddress: Recipient | undefined,
): Piece => {
  // A carrier's bar code is valid only within its own country.
  const code = item.recipient.country === originCountry ? carrierCode(item.recipient) : undefined
  return {
    itemId: item.id,
    data: printedData(item, document),
    addressLines: addressLines(item.recipient, originCountry),
    nameLines: nameLines(item.recipient),
    recipientName: recipientName(item.recipient),
    trackingUrl: trackingUrl(config, item.trackingCode),
    optOutUrl: optOutUrl(config, item.trackingCode),
    ...(returnAddress === undefined
      ? {}
      : { returnLine: returnLineOf(returnAddress, [originCountry, item.recipient.country]) }),
    ...(code === undefined ? {} : { carrierCode: code }),
  }
}

/**
 * Returns the sender on one line, printed small above the recipient. Includes the country if a returned piece
 * would cross a border.
 */
const returnLineOf = (address: Recipient, countries: readonly string[]): string => {
  const abroad = countries.find((country) => country !== address.country)
  return addressLines(address, abroad ?? address.country).join(' · ')
}

/** Returns the return address of a mailing, or the organisation's default; undefined without either. */
export const returnAddressFor = async (
  rows: Rows,
  organisationId: string,
  returnAddressId: string | null,
): Promise<Recipient | undefined> => {
  const scope = { organisationId }
  const own = returnAddressId === null ? undefined : await rows.returnAddresses.get(scope, returnAddressId)
  const [fallback] = own ? [] : await rows.returnAddresses.find(scope, { isDefault: true }, { limit: 1 })
  const address = own ?? fallback
  return address?.address
}

/** Returns the return addresses of several items' mailings, by `mailingKey`. */
export const returnAddressesOf = async (
  rows: Rows,
  scope: ModeScope,
  items: Iterable<MailingRef>,
): Promise<Map<string, Recipient | undefined>> => {
  const addresses = new Map<string, Recipient | undefined>()
  for (const item of items) {
    const key = mailingKey(item)
    if (addresses.has(key)) continue
    const mailing = await mailingOf(rows, scope, item)
    addresses.set(key, await returnAddressFor(rows, scope.organisationId, mailing?.returnAddressId ?? null))
  }
  return addresses
}

/** Events that validating an item emits, directly or through holding, scheduling and reserving money. */
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
 * The validation rules of items, shared by create, bulk, validate and patch. They are in two halves:
 * measuring text takes too long for a transaction, and rows that other requests write must be read inside
 * one.
 */

/** The printed part of an item. */
export type ItemContent = Pick<ItemRow, 'id' | 'recipient' | 'addressOverride' | 'data' | 'trackingCode'>

/** Returns an item's content as a string. Findings measured before a transaction hold while it is equal. */
export const wordsOf = (
  item: Pick<ItemRow, 'recipient' | 'data' | 'addressOverride' | 'templateVersionId'>,
): string => JSON.stringify([item.recipient, item.data, item.addressOverride, item.templateVersionId])

/**
 * Returns the findings of an item's content: address, merge fields, text that doesn't fit. Call it outside
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

/** The renderer reports the same missing merge fields with their positions: its findings win. */
const merge = (findings: readonly Finding[], measured: readonly Finding[]): Finding[] => {
  const same = (one: Finding, other: Finding) =>
    one.code === other.code && one.field !== undefined && one.field === other.field
  return [...findings.filter((finding) => !measured.some((other) => same(finding, other))), ...measured]
}

/** An item whose recipient already has one in the mailing, with other merge fields. */
export interface Repeat {
  /** Id of the earlier item. */
  id: string
  recipient: string
  /** Name of the earlier item in messages. */
  earlier: string
  /** Merge fields that differ. */
  fields: readonly string[]
  /** The earlier item as read; undefined if it is about to be stored, and in a trial. */
  stored: ItemRow | undefined
  /** Why the content of the earlier item is not replaced. */
  kept: KeptFor | undefined
}

/** Findings of an item, and the suppression entry that its recipient matches. */
export interface Verdict {
  findings: Finding[]
  suppression: SuppressionRow | undefined
  /** Set if the recipient has an earlier item of the mailing with other merge fields. */
  repeat?: Repeat | undefined
}

/** Checks a recipient against stored rows: the half of validation inside a snapshot or transaction. */
export const checkRecipient = (
  recipients: Recipients,
  mailing: Mailing,
  item: Pick<ItemRow, 'id' | 'recipient' | 'data' | 'addressOverride' | 'advertisingCategory'>,
  options: DuplicateOptions = {},
): Verdict => {
  const duplicate = recipients.duplicateOf(mailing, item, options)
  const suppression = recipients.entryFor(item)
  if (!duplicate) return { findings: [], suppression }
  const name = recipients.nameOf(duplicate.item.id)
  return {
    findings: [duplicateFinding(duplicate, mailing, item.addressOverride, name)],
    suppression,
    repeat: repeatOf(duplicate, name),
  }
}

const repeatOf = ({ item, fields, stored, kept }: Duplicate, earlier: string): Repeat | undefined =>
  fields.length === 0
    ? undefined
    : { id: item.id, recipient: item.recipientName, earlier, fields, stored, kept }

const duplicateFinding = (
  { item, fields }: Duplicate,
  { postbatchId }: Mailing,
  overridden: boolean,
  name: string,
): Finding => {
  const params = { recipient: item.recipientName, earlier: name }
  const sentence =
    postbatchId === null
      ? itemFindings.sentence('duplicate_recipient.postflow', params)
      : fields.length === 0
        ? itemFindings.sentence('duplicate_recipient.postbatch', params)
        : itemFindings.sentence('duplicate_recipient.other_data', { ...params, fields: fields.join(', ') })
  return finding(overridden ? 'warning' : 'error', sentence, { field: 'recipient' })
}

/** Handling of an item whose recipient already has one in the mailing, with other merge fields. */
export type RepeatChoice = 'all' | 'first' | 'last'

/** An item that was not created because of error findings, at the caller's choice. */
export class Refused {
  readonly findings: Finding[]
  /** Set if its recipient has an earlier item with other merge fields. */
  readonly repeat: Repeat | undefined
  /** Whether the earlier item gets this item's content. */
  replacesEarlier = false
  constructor({ findings, repeat }: Verdict) {
    this.findings = findings
    this.repeat = repeat
  }
}

export interface TryOptions extends RecipientOptions {
  /**
   * Returns the handling of an item that repeats an earlier one with other merge fields; refused by default.
   */
  onRepeat?: (id: string) => RepeatChoice | undefined
}

export const isDuplicate = ({ code }: Finding): boolean => code === 'duplicate_recipient'
