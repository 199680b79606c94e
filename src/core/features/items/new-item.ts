import type { ReadContext } from '../../engine/context.ts'
import { unknownId } from '../../engine/ids.ts'
import { invalid, problem } from '../../kernel/errors.ts'
import type { Finding } from '../../kernel/finding.ts'
import { addDays, dayIn } from '../../kernel/time.ts'
import { itemLimits } from '../../model/item-limits.ts'
import { contentOf, type ItemRow, type MailingRef, unsetColumns } from '../../model/items.ts'
import { billingGroupOf } from './billing-groups.ts'
import type { Lookups } from './lookups.ts'
import type { Mailing } from './mailing.ts'
import { notServed, termsToday } from './price-terms.ts'
import { addressedBy } from './save.ts'
import type { ItemInput } from './schema.ts'
import { itemInputSentences, itemProblems } from './sentences.ts'

/**
 * Returns the mailing of `ref`. Throws 422 on `postflowId` if it doesn't exist, 409 if it accepts no items.
 */
export const acceptingMailing = async (lookups: Lookups, ref: MailingRef): Promise<Mailing> => {
  const mailing = await lookups.mailing(ref)
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

/** Throws 422 on `sendOn` for a day in the past, or further ahead than runs are planned. `now` in ms. */
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
   * Its mailing as checked; undefined if there was none. The item keeps this template version, against which
   * its text was measured.
   */
  mailing: Mailing | undefined
  findings: Finding[]
  /**
   * Findings of the recipient's earlier item with these words (`wordsOf`), if its content may be replaced.
   */
  replacing?: { words: string; findings: Finding[] }
}

export type Judging = Pick<ReadContext, 'services' | 'rows' | 'scope' | 'organisation' | 'now'>

const versionOf = (checked: CheckedItem, mailing: Mailing): string =>
  (checked.mailing ?? mailing).templateVersionId

/** Returns the terms of a new item; undefined if its country is not served. */
export const termsOfNew = (context: Judging, mailing: Mailing, checked: CheckedItem) =>
  termsToday(context, {
    specificationId: mailing.specificationId,
    templateVersionId: versionOf(checked, mailing),
    country: checked.input.recipient.country,
    quantity: mailing.quantity,
  })

/** Returns the row of a new item before its first status. Throws 422 if no price list covers its country. */
export const newItem = async (
  context: Judging,
  mailing: Mailing,
  checked: CheckedItem,
): Promise<Omit<ItemRow, 'status' | 'heldReason' | 'history'>> => {
  const { scope, organisation, now } = context
  const { id, trackingCode, input, findings } = checked
  const terms = await termsOfNew(context, mailing, checked)
  if (!terms) throw notServed(input.recipient.country)
  return {
    ...unsetColumns,
    ...contentOf(input),
    id,
    ...scope,
    postflowId: mailing.postflowId,
    postbatchId: mailing.postbatchId,
    templateVersionId: versionOf(checked, mailing),
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
    // `createItem` counts the entry into CREATED as the first revision.
    revision: 0,
    createdAt: now,
    updatedAt: now,
  }
}
