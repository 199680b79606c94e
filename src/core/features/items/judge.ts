import { Problem } from '../../kernel/errors.ts'
import { type Finding, hasErrors } from '../../kernel/finding.ts'
import type { ItemRow } from '../../model/items.ts'
import { editableStatuses } from '../../model/items-lifecycle.ts'
import { addressedBy } from './duplicates.ts'
import type { LookupOptions, Lookups } from './lookups.ts'
import type { Mailing } from './mailing.ts'
import type { MoveContext } from './move.ts'
import { type CheckedItem, type Judging, newItem } from './new-item.ts'
import { saveItem } from './save.ts'
import { settleItem } from './settle.ts'
import { checkRows, type Repeat, type Verdict } from './validate.ts'

/** What becomes of a piece whose recipient has one in its mailing already, with other merge fields. */
export type RepeatChoice = 'all' | 'first' | 'last'

/** An item with error findings that was not created, because the caller wanted only good ones. */
export class Refused {
  readonly findings: Finding[]
  /** Set where its recipient has an earlier piece with other merge fields. */
  readonly repeat: Repeat | undefined
  /** Whether the earlier piece has its content now. */
  replacesEarlier = false
  constructor({ findings, repeat }: Verdict) {
    this.findings = findings
    this.repeat = repeat
  }
}

export interface TryOptions extends LookupOptions {
  /** What becomes of an item whose recipient has an earlier piece with other merge fields; it is refused otherwise. */
  onRepeat?: (id: string) => RepeatChoice | undefined
}

/** The row of a new item before its first status, with its verdict, and its refusal where it has errors. */
export const judge = async (
  context: Judging,
  lookups: Lookups,
  mailing: Mailing,
  checked: CheckedItem,
  onRepeat?: TryOptions['onRepeat'],
) => {
  const item = await newItem(context, mailing, checked)
  const verdict = await checkRows(lookups, mailing, item, context.now)
  verdict.findings.unshift(...checked.findings)
  const choice = onlyRepeats(verdict) ? onRepeat?.(checked.id) : undefined
  if (choice === 'all') {
    // What confirms a second piece by API confirms it here, for every later validation too.
    item.addressOverride = true
    verdict.findings = verdict.findings.map((one) =>
      isDuplicate(one) ? { ...one, severity: 'warning' } : one,
    )
  }
  const bad = !verdict.suppression && hasErrors(verdict.findings)
  return {
    item,
    verdict,
    refused: bad ? new Refused(verdict) : undefined,
    replaces: bad && choice === 'last',
  }
}

type Judged = Awaited<ReturnType<typeof judge>>

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

/** Whether all that is wrong with an item is that it repeats another. */
const onlyRepeats = ({ findings, repeat, suppression }: Verdict): boolean =>
  repeat !== undefined && !suppression && !hasErrors(findings.filter((one) => !isDuplicate(one)))

const isDuplicate = ({ code }: Finding): boolean => code === 'duplicate_recipient'

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
