import type { ModeScope } from '../../engine/caller.ts'
import { unknownId } from '../../engine/ids.ts'
import { invalid, problem } from '../../kernel/errors.ts'
import type { Finding } from '../../kernel/finding.ts'
import { addDays, dayIn } from '../../kernel/time.ts'
import { itemLimits } from '../../model/item-limits.ts'
import { contentOf, type ItemRow, type MailingRef, unsetColumns } from '../../model/items.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { Catalogue } from '../products/current-catalogue.ts'
import { type PriceTerms, priceTermsOf } from '../products/prices.ts'
import { specificationIn } from '../products/specifications.ts'
import { billingGroupOf } from './billing-groups.ts'
import type { Mailing } from './mailing.ts'
import { addressedBy } from './save.ts'
import type { ItemInput } from './schema.ts'
import { itemInputSentences, itemProblems } from './sentences.ts'

/**
 * Returns the mailing of `ref`. Throws 422 on `postflowId` if it doesn't exist, 409 if it accepts no items.
 */
export const acceptingMailing = (ref: MailingRef, mailing: Mailing | undefined): Mailing => {
  if (!mailing) throw unknownId('postflowId', 'pfl', String(ref.postflowId), 'mode')
  if (!mailing.takesItems) {
    throw problem(
      itemProblems.sentence('invalid_state.takes_no_items', {
        mailingName: mailing.name,
        status: mailing.status,
      }),
    )
  }
  return mailing
}

/** Throws 422 on `sendOn` if the day is past, or further ahead than runs are planned. `now` in ms. */
export const assertSendOn = (sendOn: string | null | undefined, timeZone: string, now: number): void => {
  if (!sendOn) return
  const today = dayIn(timeZone, now)
  if (sendOn < today) throw invalid('sendOn', itemInputSentences.sentence('past.send_on', { today }))
  if (sendOn <= addDays(today, itemLimits.sendOnDays)) return
  throw invalid('sendOn', itemInputSentences.sentence('too_far.send_on', { limit: itemLimits.sendOnDays }))
}

/** An item as sent, with its Postflow or Postbatch. */
export type NewItem = Omit<ItemInput, 'postflowId'> & MailingRef

export const ofPostflow = (input: ItemInput): NewItem => ({ ...input, postbatchId: null })

/** A new item with its ids and content findings, computed outside the transaction. */
export interface CheckedItem {
  id: string
  trackingCode: string
  input: NewItem
  /** Key line that creates it, whose spending it counts towards; null without a key. */
  apiKeyId: string | null
  /**
   * The mailing that the item was checked against; undefined if there was none, which refuses the item. The
   * item keeps this template version, for which its text was measured.
   */
  mailing: Mailing | undefined
  /** Pages of that template version. */
  pages: number
  findings: Finding[]
  /**
   * Findings of the recipient's earlier item with these words (`wordsOf`), if its content may be replaced.
   */
  replacing?: { words: string; findings: Finding[] }
}

/** Inputs for pricing and creating new items, besides their mailings. */
export interface ItemTerms {
  scope: ModeScope
  organisation: OrganisationRow
  /** ms on the clock of the mode. */
  now: number
  catalogue: Catalogue
}

/** Returns the terms of a new item; undefined if its country is not served. */
export const termsOfNew = (
  { catalogue, organisation, now }: ItemTerms,
  { specificationId, quantity }: Mailing,
  { input, pages }: CheckedItem,
): PriceTerms | undefined => {
  const piece = { organisation, country: input.recipient.country, quantity, pages, now }
  return priceTermsOf(catalogue, specificationIn(catalogue, specificationId), piece)
}

/** The row of a new item before its first status. */
export type UnenteredItem = Omit<ItemRow, 'status' | 'heldReason' | 'history'>

export const newItem = (
  { scope, organisation, now }: ItemTerms,
  mailing: Mailing,
  checked: CheckedItem,
  terms: PriceTerms,
): UnenteredItem => {
  const { id, trackingCode, input, findings } = checked
  return {
    ...unsetColumns,
    ...contentOf(input),
    id,
    ...scope,
    postflowId: mailing.postflowId,
    postbatchId: mailing.postbatchId,
    templateVersionId: checked.mailing!.templateVersionId,
    productId: mailing.productId,
    specificationId: mailing.specificationId,
    advertisingCategory: mailing.advertisingCategory,
    findings,
    ...addressedBy(input.recipient),
    recipientCountry: input.recipient.country,
    addressOverride: input.addressOverride,
    billingGroup: billingGroupOf(input, mailing),
    apiKeyId: checked.apiKeyId,
    sendOn: input.sendOn,
    approvalRequired: mailing.approvalPerItem,
    trackingCode,
    scanCount: 0,
    correctionOf: input.correctionOfItemId ?? null,
    ...terms,
    createdDay: dayIn(organisation.timeZone, now),
    // `enterCreated` counts the entry into CREATED as the first revision.
    revision: 0,
    createdAt: now,
    updatedAt: now,
  }
}
