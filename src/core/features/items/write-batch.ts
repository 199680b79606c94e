import type { WriteContext } from '../../engine/context.ts'
import { Problem } from '../../kernel/errors.ts'
import type { ItemRow } from '../../model/items.ts'
import { reserveTaken } from '../ledger/funds.ts'
import { spending } from '../ledger/spending.ts'
import { keepBillingGroups } from './billing-groups.ts'
import type { Accepted, Batch, Judged, Replacement } from './judge-batch.ts'
import { enterCreated, type MoveContext, moveItem } from './move.ts'
import { insertItems, saveItem } from './save.ts'
import { createRuns, joinRun } from './scheduling.ts'
import { enterResting, settleItem } from './settle.ts'
import type { Refused } from './validate.ts'

type Writing = Pick<WriteContext, 'rows' | 'scope' | 'now'>

/** The item, or why it was not created. */
export type Outcome = ItemRow | Problem | Refused

/**
 * Writes a judged batch: new billing groups and runs, then each item once, in its final status, with events,
 * money and counts. Returns an outcome for each item, in order.
 */
export const writeBatch = async (
  context: Writing,
  moves: MoveContext,
  batch: Batch,
  judged: readonly Judged[],
): Promise<Outcome[]> => {
  await keepBillingGroups(context, batch.groups)
  await createRuns(
    moves,
    judged.flatMap((one) => ('item' in one && one.run ? one.run : [])),
  )
  const outcomes: (string | Problem | Refused)[] = []
  const created = new Map<string, ItemRow>()
  const replaced = new Map<string, ItemRow>()
  for (const one of judged) {
    await context.rows.rest()
    if (one instanceof Problem) outcomes.push(one)
    else if ('refused' in one) {
      outcomes.push(one.refused)
      if (one.replacement)
        await giveContent(moves, one.replacement, one.replacement.stored ? replaced : created)
    } else {
      const item = enterAccepted(moves, batch, one)
      created.set(item.id, item)
      outcomes.push(item.id)
    }
  }
  for (const item of replaced.values()) await saveItem(context.rows, item)
  await insertItems(context.rows, [...created.values()])
  await batch.corrections.keep(context, created.values())
  return outcomes.map((outcome) => (typeof outcome === 'string' ? created.get(outcome)! : outcome))
}

/** Enters an item and moves it to its first resting status. */
const enterAccepted = (
  moves: MoveContext,
  { funds }: Batch,
  { item, verdict, destination, unpaid, run }: Accepted,
): ItemRow => {
  const { transaction, organisation, now } = moves
  const entered = enterCreated(moves, item)
  const { findings } = verdict
  if (unpaid?.heldReason === 'SPENDING_CAP')
    transaction.work.of(spending).noteRefusal(organisation.id, unpaid.cap, item.currency, now)
  if (destination.status !== 'READY') return enterResting(moves, entered, destination, verdict, { findings })
  const taken = funds ? reserveTaken(transaction, organisation, entered, funds, now) : {}
  const ready = moveItem(moves, entered, 'READY', { patch: { findings, ...taken } })
  return run ? joinRun(moves, ready, run) : ready
}

/** Gives an earlier item, stored or of this batch, the content of a later one. */
const giveContent = async (
  moves: MoveContext,
  { id, stored, mailing, verdict, patch }: Replacement,
  known: Map<string, ItemRow>,
): Promise<void> => {
  known.set(id, await settleItem(moves, known.get(id) ?? stored!, mailing, verdict, patch))
}
