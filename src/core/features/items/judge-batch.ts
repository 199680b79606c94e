import { Problem } from '../../kernel/errors.ts'
import { hasErrors } from '../../kernel/finding.ts'
import type { ItemRow } from '../../model/items.ts'
import { type Funds, takeFunds, type Unpaid } from '../ledger/funds.ts'
import type { PriceTerms } from '../products/prices.ts'
import type { BillingGroups } from './billing-groups.ts'
import { type Mailing, mailingKey } from './mailing.ts'
import {
  acceptingMailing,
  assertSendOn,
  type CheckedItem,
  type ItemTerms,
  newItem,
  termsOfNew,
  type UnenteredItem,
} from './new-item.ts'
import { notServed } from './price-terms.ts'
import type { Recipients } from './recipients.ts'
import type { Corrections } from './reprint.ts'
import { type Place, placeKey } from './scheduling.ts'
import { type Destination, destinationOf } from './settle.ts'
import {
  checkRecipient,
  isDuplicate,
  Refused,
  type RepeatChoice,
  type TryOptions,
  type Verdict,
} from './validate.ts'

/**
 * The state that new items are judged by, as read by `readBatch`. Each judged item changes it: later items of
 * the batch find that item's recipient and billing group, and less money.
 */
export interface Batch extends ItemTerms {
  /** By `mailingKey`. */
  mailings: ReadonlyMap<string, Mailing>
  groups: BillingGroups
  corrections: Corrections
  recipients: Recipients
  /** Undefined if nothing is charged: test mail and trials. */
  funds: Funds | undefined
  /** By `placeKey`; empty in trials. */
  places: ReadonlyMap<string, Place | undefined>
  /** Items that this batch creates or changes, with their present content, by id. */
  items: Map<string, BatchItem>
}

/** An item whose content a later one may replace. */
export type BatchItem = UnenteredItem & Pick<ItemRow, 'status'>

/** A new item with the status it goes to. */
export interface Accepted {
  item: UnenteredItem
  verdict: Verdict
  destination: Destination
  /** Set if it is held for a spending cap or for funds. */
  unpaid?: Unpaid | undefined
  /** The run that a READY item joins; undefined if it stays READY. */
  run?: Place | undefined
}

/** An item that is not created because of its findings. */
export interface NotCreated {
  refused: Refused
  /** Set if the recipient's earlier item gets the content of this one. */
  replacement?: Replacement | undefined
}

/** New content of a recipient's earlier item. */
export interface Replacement {
  id: string
  /** The earlier item as read; undefined if this batch creates it. */
  stored: ItemRow | undefined
  mailing: Mailing
  verdict: Verdict
  patch: Partial<ItemRow>
}

/** A new item with its verdict, not yet accepted or refused. */
export interface Candidate {
  item: UnenteredItem
  checked: CheckedItem
  mailing: Mailing
  verdict: Verdict
}

export type Judged = Accepted | NotCreated | Problem

export interface JudgeOptions extends Pick<TryOptions, 'onRepeat'> {
  /** Return items with error findings as `Refused` instead of creating them, unless suppressed. */
  refuseBad: boolean
  /** Returns the new content of the earlier item that an item repeats; undefined if it can't change. */
  replace?: ((batch: Batch, repeating: Candidate) => Replacement | undefined) | undefined
}

/**
 * Judges the next item of a batch. Synchronous; reads and writes no rows. An item that is refused with a
 * Problem takes no money, run or billing group.
 */
export const judgeItem = (batch: Batch, checked: CheckedItem, options: JudgeOptions): Judged => {
  try {
    const { mailing, terms } = admit(batch, checked)
    const item = newItem(batch, mailing, checked, terms)
    const verdict = checkRecipient(batch.recipients, mailing, item)
    verdict.findings.unshift(...checked.findings)
    const candidate = { item, checked, mailing, verdict }
    const choice = onlyRepeats(verdict) ? options.onRepeat?.(checked.id) : undefined
    if (choice === 'all') confirmRepeat(candidate)
    const isBad = !verdict.suppression && hasErrors(verdict.findings)
    return isBad && options.refuseBad ? refuse(batch, candidate, choice, options) : create(batch, candidate)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** Returns the mailing and terms of an item that may be created. Throws a Problem if it may not. */
const admit = (batch: Batch, checked: CheckedItem): { mailing: Mailing; terms: PriceTerms } => {
  const { groups, corrections, organisation, now } = batch
  const { input } = checked
  const mailing = acceptingMailing(input, checked.mailing && batch.mailings.get(mailingKey(input)))
  groups.assertRoom(input.billingGroup)
  const terms = termsOfNew(batch, mailing, checked)
  if (!terms) throw notServed(input.recipient.country)
  // The sendOn of a Postbatch was checked when it was set, and may have passed since.
  if (mailing.postbatchId === null) assertSendOn(input.sendOn, organisation.timeZone, now)
  corrections.claim(input.correctionOfItemId, checked.id)
  return { mailing, terms }
}

/** Whether an item's only error is that it repeats another. */
const onlyRepeats = ({ findings, repeat, suppression }: Verdict): boolean =>
  repeat !== undefined && !suppression && !hasErrors(findings.filter((one) => !isDuplicate(one)))

/** Confirms a second piece to a recipient like `addressOverride` in the API, for later validations too. */
const confirmRepeat = ({ item, verdict }: Candidate): void => {
  item.addressOverride = true
  verdict.findings = verdict.findings.map((one) => (isDuplicate(one) ? { ...one, severity: 'warning' } : one))
}

const refuse = (
  batch: Batch,
  candidate: Candidate,
  choice: RepeatChoice | undefined,
  { replace }: JudgeOptions,
): NotCreated => {
  const refused = new Refused(candidate.verdict)
  const replaces = choice === 'last' && !candidate.verdict.repeat!.kept
  const replacement = replaces ? replace?.(batch, candidate) : undefined
  if (replacement) {
    refused.replacesEarlier = true
    batch.recipients.noteReplaced(replacement.id, { ...candidate.item, ...replacement.patch })
  }
  return { refused, replacement }
}

/** Decides the status of a new item: claims its cost centre, takes its price and chooses its run. */
const create = (batch: Batch, { item, checked, mailing, verdict }: Candidate): Accepted => {
  batch.groups.claim(checked.input.billingGroup)
  const destination = destinationOf(verdict, mailing, item)
  const unpaid = destination.status === 'READY' && batch.funds ? takeFunds(batch.funds, item) : undefined
  const accepted: Accepted = unpaid
    ? { item, verdict, unpaid, destination: { status: 'HELD', heldReason: unpaid.heldReason } }
    : { item, verdict, destination, run: destination.status === 'READY' ? runOf(batch, item) : undefined }
  const created = { ...item, status: accepted.run ? 'SCHEDULED' : accepted.destination.status } as const
  batch.recipients.noteFresh(created)
  batch.items.set(item.id, created)
  return accepted
}

/** Items of a suspended organisation stay READY. */
const runOf = ({ organisation, places }: Batch, item: UnenteredItem): Place | undefined =>
  organisation.status === 'SUSPENDED' ? undefined : places.get(placeKey(item))
