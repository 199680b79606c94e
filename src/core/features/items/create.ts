import { deriveKeys } from '../../address/index.ts'
import type { ProcessContext, WriteContext } from '../../engine/context.ts'
import { Problem } from '../../kernel/errors.ts'
import type { ItemRow, MailingRef } from '../../model/items.ts'
import type { ItemStatus } from '../../model/items-lifecycle.ts'
import { books } from '../ledger/ledger.ts'
import { currentCatalogue } from '../products/current.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import { acceptingMailing, assertSendOn } from './accept.ts'
import { BillingGroups, keepBillingGroups } from './billing-groups.ts'
import { Corrections } from './corrections.ts'
import { findLikelyRuns, findRuns, shopToScheduleBy } from './find-runs.ts'
import { judge, Refused, type TryOptions } from './judge.ts'
import { Lookups } from './lookups.ts'
import { type Mailing, mailingBefore, mailingKey } from './mailing.ts'
import { enterCreated, moveContext } from './move.ts'
import { type CheckedItem, type Judging, type NewItem, termsOfNew } from './new-item.ts'
import { asAccepted, asChecked, changedSince, likelyToJoin, readAhead, schedulable } from './read-ahead.ts'
import type { ReplaceEarlier } from './replace-earlier.ts'
import { insertItems } from './save.ts'
import { destinationOf, settleItem } from './settle.ts'
import { notServed } from './terms.ts'
import { checkContent } from './validate.ts'

/** The caller creates the items; a job has none. */
type Checking = Pick<ProcessContext, 'services' | 'scope' | 'organisation'> &
  Partial<Pick<ProcessContext, 'caller'>>
type Creating = Pick<WriteContext, 'services' | 'rows' | 'work' | 'scope' | 'organisation' | 'now'>

/**
 * The slow half of creation, outside transactions: address, merge fields, and whether the text fits
 * (`checkContent`).
 */
export const checkItems = async (
  { services, scope, organisation, caller }: Checking,
  inputs: readonly NewItem[],
): Promise<CheckedItem[]> => {
  const refs = new Map(inputs.map((input) => [mailingKey(input), input]))
  const read = async ([key, ref]: [string, MailingRef]) =>
    [key, await mailingBefore(services, scope, ref)] as const
  const mailings = new Map(await Promise.all([...refs].map(read)))
  const checked: CheckedItem[] = []
  for (const input of inputs) {
    await services.turns.rest()
    deriveKeys(input.recipient)
    const mailing = mailings.get(mailingKey(input))
    const item: CheckedItem = {
      id: services.ids.next('itm'),
      trackingCode: services.ids.trackingCode(),
      apiKeyId: caller?.lineId ?? null,
      input,
      mailing,
      findings: [],
    }
    checked.push(item)
    if (!mailing) continue
    const { templateVersionId } = mailing
    const template = await compiledTemplate(services, scope, templateVersionId)
    const content = { ...item, ...input, templateVersionId }
    item.findings = await checkContent(services, organisation.country, template, content)
  }
  return checked
}

/**
 * Creates items and moves each to its first resting status (docs/design/items.md). Each row is inserted once,
 * in its final status. The answer holds the item or, for an item that is refused and not kept, its Problem; in
 * the order of `checked`.
 */
export const createItems = async (
  context: Creating,
  checked: readonly CheckedItem[],
): Promise<(ItemRow | Problem)[]> => {
  const outcomes = await createEach(context, checked, { refuseBad: false })
  return outcomes as (ItemRow | Problem)[]
}

export interface CreateEachOptions extends TryOptions {
  /** Gives the earlier piece to a recipient the content of a later one; only lists ask for it, which are loaded late. */
  replaceEarlier?: ReplaceEarlier
  /** Items with error findings are answered as `Refused` and not created, unless they are suppressed. */
  refuseBad: boolean
}

/**
 * Creates items like `createItems`. With `refuseBad`, as for lists whose bad rows go back to the customer, an
 * item that would need attention is answered as `Refused` and not created.
 */
export const createEach = async (
  context: Creating,
  checked: readonly CheckedItem[],
  { refuseBad, onRepeat, replaceEarlier, ...options }: CreateEachOptions,
): Promise<(ItemRow | Problem | Refused)[]> => {
  const moves = moveContext(context)
  const lookups = new Lookups(context.rows, context.scope, options)
  // What does not follow from one another is asked for at once: a database may be a millisecond away.
  const before = asChecked(checked)
  const [{ groups, corrections, accepted, placed }] = await Promise.all([
    acceptAll(context, lookups, checked, before),
    shopToScheduleBy(moves),
    findLikelyRuns(moves, likelyToJoin(context.scope, before)),
    readMoney(context),
    context.work.expectEvents(context.rows, context.scope.organisationId, mailingsOf(checked)),
  ])
  await Promise.all([keepBillingGroups(context, groups), findRuns(moves, await schedulable(context, placed))])
  const outcomes: (ItemRow | Problem | Refused)[] = []
  for (const [index, item] of checked.entries()) {
    // Everything was read ahead, so no statement in this loop gives others their turn.
    await context.rows.rest()
    const mailing = accepted[index]!
    if (mailing instanceof Problem) {
      outcomes.push(mailing)
      continue
    }
    const judged = await judge(context, lookups, mailing, item, onRepeat)
    if (refuseBad && judged.refused) {
      outcomes.push(judged.refused)
      if (judged.replaces)
        await replaceEarlier?.(moves, lookups, mailing, { ...judged, checked: item, outcomes })
      continue
    }
    const entered = enterCreated(moves, judged.item)
    const created = await settleItem(moves, entered, mailing, judged.verdict)
    lookups.noteFresh(created)
    outcomes.push(created)
  }
  const created = outcomes.filter(
    (outcome): outcome is ItemRow => !(outcome instanceof Problem || outcome instanceof Refused),
  )
  await insertItems(context.rows, created)
  await corrections.keep(context, created)
  return outcomes
}

/**
 * What new items name of their organisation, and of each its mailing or the Problem that refuses it. What they
 * are judged by is read then too.
 */
const acceptAll = async (
  context: Judging,
  lookups: Lookups,
  checked: readonly CheckedItem[],
  before = asChecked(checked),
) => {
  const { services, rows, scope, now } = context
  const [groups, corrections] = await Promise.all([
    BillingGroups.of(rows, scope, namesOf(checked)),
    Corrections.of(rows, scope, correctedBy(checked)),
    lookups.readMailings(mailingsOf(checked)),
    currentCatalogue(services, rows),
    readAhead(lookups, before, now),
  ])
  const accepted: (Mailing | Problem)[] = []
  for (const item of checked) accepted.push(await accept(context, lookups, { groups, corrections }, item))
  const placed = asAccepted(checked, accepted)
  await readAhead(lookups, changedSince(before, placed), now)
  return { groups, corrections, accepted, placed }
}

/**
 * Refuses an item before it has emitted an event or moved money, so that the other items are not affected.
 */
const accept = async (
  context: Judging,
  lookups: Lookups,
  { groups, corrections }: Naming,
  checked: CheckedItem,
): Promise<Mailing | Problem> => {
  const { organisation, now } = context
  const { input } = checked
  try {
    const mailing = await acceptingMailing(lookups, input)
    groups.assertRoom(input.billingGroup)
    if (!(await termsOfNew(context, mailing, checked))) return notServed(input.recipient.country)
    // The sendOn of a Postbatch was checked when it was set; its day may have come since.
    if (mailing.postbatchId === null) assertSendOn(input.sendOn, organisation.timeZone, now)
    corrections.claim(input.correctionOfItemId, checked.id)
    groups.claim(input.billingGroup)
    return mailing
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** What else of an organisation new items may name. */
interface Naming {
  groups: BillingGroups
  corrections: Corrections
}

const mailingsOf = (checked: readonly CheckedItem[]): MailingRef[] => [
  ...new Map(
    checked.map(({ input: { postflowId, postbatchId } }) => [
      mailingKey({ postflowId, postbatchId }),
      { postflowId, postbatchId },
    ]),
  ).values(),
]

const correctedBy = (checked: readonly CheckedItem[]) => checked.map(({ input }) => input.correctionOfItemId)

const namesOf = (checked: readonly CheckedItem[]) => checked.map(({ input }) => input.billingGroup)

/** The account that live items of those who prepay will be reserved of. */
const readMoney = async ({ rows, work, scope, organisation }: Creating): Promise<void> => {
  if (scope.mode === 'live' && organisation.billingMode === 'PREPAID')
    await work.of(books).readAhead(rows, scope.organisationId)
}

/**
 * Predicts what `createEach` would make of these items, by the same rules and without writing: the status in
 * which each would come to rest, or the reason why it would not be created. `fresh` remembers the accepted
 * ones, so that a later call recognises their duplicates.
 */
export const tryItems = async (
  context: Judging,
  checked: readonly CheckedItem[],
  { onRepeat, ...options }: TryOptions,
): Promise<(ItemStatus | Problem | Refused)[]> => {
  const lookups = new Lookups(context.rows, context.scope, options)
  const { accepted } = await acceptAll(context, lookups, checked)
  const outcomes: (ItemStatus | Problem | Refused)[] = []
  for (const [index, item] of checked.entries()) {
    const mailing = accepted[index]!
    if (mailing instanceof Problem) {
      outcomes.push(mailing)
      continue
    }
    const judged = await judge(context, lookups, mailing, item, onRepeat)
    const { status } = destinationOf(judged.verdict, mailing, judged.item)
    if (!judged.refused) lookups.noteFresh({ ...judged.item, status })
    if (judged.replaces) {
      judged.refused!.replacesEarlier = true
      lookups.noteReplaced(judged.verdict.repeat!.id, judged.item)
    }
    outcomes.push(judged.refused ?? status)
  }
  return outcomes
}
