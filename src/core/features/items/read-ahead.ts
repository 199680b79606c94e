import type { ModeScope } from '../../engine/caller.ts'
import { Problem } from '../../kernel/errors.ts'
import type { Schedulable, Unpriced } from './find-runs.ts'
import type { Lookups } from './lookups.ts'
import { type Mailing, mailingKey } from './mailing.ts'
import { type CheckedItem, type Judging, termsOfNew } from './new-item.ts'

/*
 * What new items are judged by is read at once and before they are, because a database may be a millisecond away. Which
 * duplicates and suppressions matter follows from a mailing, so it is read by the mailing as it stood when the item was
 * checked, beside the mailing as it stands now, and once more where that matters.
 */

interface Placed {
  item: CheckedItem
  mailing: Mailing
}

/** Items with their mailings as they stood when the items were checked: for those of one mailing the same. */
export const asChecked = (checked: readonly CheckedItem[]): Placed[] => {
  const mailings = new Map(
    checked.flatMap(({ mailing }) => (mailing ? [[mailingKey(mailing), mailing]] : [])),
  )
  return checked.flatMap((item) => {
    const mailing = mailings.get(mailingKey(item.input))
    return mailing ? [{ item, mailing }] : []
  })
}

/** Accepted items with their mailings as they stand now. */
export const asAccepted = (
  checked: readonly CheckedItem[],
  accepted: readonly (Mailing | Problem)[],
): Placed[] =>
  checked.flatMap((item, index) => {
    const mailing = accepted[index]!
    return mailing instanceof Problem ? [] : { item, mailing }
  })

/** The accepted items for which something else is to be read than was read by their mailings as they stood. */
export const changedSince = (read: readonly Placed[], accepted: readonly Placed[]): Placed[] => {
  const before = new Map(read.map(({ mailing }) => [mailingKey(mailing), mailing]))
  return accepted.filter(({ mailing }) => !readsTheSame(before.get(mailingKey(mailing)), mailing))
}

const readsTheSame = (before: Mailing | undefined, now: Mailing): boolean =>
  before?.advertisingCategory === now.advertisingCategory &&
  before.duplicateWindowDays === now.duplicateWindowDays

/** Reads the suppression entries and possible duplicates of all these items at once, instead of item by item. */
export const readAhead = async (lookups: Lookups, placed: readonly Placed[], now: number): Promise<void> => {
  const pieces = placed.map(({ item: { input }, mailing }) => {
    const { recipient } = input
    const { advertisingCategory } = mailing
    return { mailing, recipient, advertisingCategory }
  })
  const byMailing = [...Map.groupBy(pieces, (piece) => piece.mailing)]
  await Promise.all([
    lookups.readEntries(pieces),
    ...byMailing.map(([mailing, people]) => lookups.readDuplicates(mailing, people, now)),
  ])
}

/** One of the items for each run that they may join. */
const eachRun = (placed: readonly Placed[]): Placed[] => {
  const going = placed.filter(({ mailing }) => !(mailing.holds || mailing.approvalPerItem))
  const keyOf = ({ item, mailing }: Placed) =>
    `${mailing.templateVersionId}|${item.input.recipient.country}|${item.input.sendOn}`
  return [...new Map(going.map((one) => [keyOf(one), one])).values()]
}

const unpriced = (scope: ModeScope, { item, mailing }: Placed): Unpriced => ({
  ...scope,
  specificationId: mailing.specificationId,
  templateVersionId: mailing.templateVersionId,
  recipientCountry: item.input.recipient.country,
  sendOn: item.input.sendOn,
})

/** What is known of the runs that items may join before they are accepted. */
export const likelyToJoin = (scope: ModeScope, placed: readonly Placed[]): Unpriced[] =>
  eachRun(placed).map((one) => unpriced(scope, one))

/** The same of accepted items, with the version of the specification that they are sold by. */
export const schedulable = (context: Judging, placed: readonly Placed[]): Promise<Schedulable[]> =>
  Promise.all(
    eachRun(placed).map(async (one) => {
      const { specificationVersion } = (await termsOfNew(context, one.mailing, one.item))!
      return { ...unpriced(context.scope, one), specificationVersion }
    }),
  )
