import { Problem } from '../../kernel/errors.ts'
import type { ItemRow } from '../../model/items.ts'
import { editableStatuses } from '../../model/items-lifecycle.ts'
import { addressedBy } from './duplicates.ts'
import { isDuplicate, type Judged, Refused } from './judge.ts'
import type { Lookups } from './lookups.ts'
import type { Mailing } from './mailing.ts'
import type { MoveContext } from './move.ts'
import { saveItem } from './save.ts'
import { settleItem } from './settle.ts'

/** Gives the earlier piece to a recipient the content of a later row. */
export const replaceEarlier = async (
  moves: MoveContext,
  lookups: Lookups,
  mailing: Mailing,
  { outcomes, refused, ...judged }: Judged & { outcomes: (ItemRow | Problem | Refused)[] },
): Promise<void> => {
  const { id, isStored } = judged.verdict.repeat!
  const place = outcomes.findIndex(
    (one) => !(one instanceof Problem || one instanceof Refused) && one.id === id,
  )
  const { rows } = moves.transaction
  const earlier = isStored ? await rows.items.get(judged.item, id) : (outcomes[place] as ItemRow)
  const changed = earlier && (await replaced(moves, mailing, earlier, judged))
  if (!changed) return
  if (isStored) await saveItem(rows, changed)
  else outcomes[place] = changed
  lookups.noteReplaced(id, changed)
  refused!.replacesEarlier = true
}

/**
 * The earlier piece with the content of the item that repeats it; undefined where it is printed by another version of
 * its template, or can no longer change. The caller persists the row.
 */
const replaced = async (
  context: MoveContext,
  mailing: Mailing,
  earlier: ItemRow,
  { item, verdict }: Pick<Judged, 'item' | 'verdict'>,
): Promise<ItemRow | undefined> => {
  if (earlier.templateVersionId !== item.templateVersionId) return undefined
  if (!editableStatuses.includes(earlier.status)) return undefined
  const { recipient, addressOverride, data, reference, metadata } = item
  const patch = { recipient, ...addressedBy(recipient), addressOverride, data, reference, metadata }
  const findings = verdict.findings.filter((one) => !isDuplicate(one))
  return settleItem(context, earlier, mailing, { ...verdict, findings, repeat: undefined }, patch)
}

export type ReplaceEarlier = typeof replaceEarlier
