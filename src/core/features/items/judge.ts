import { type Finding, hasErrors } from '../../kernel/finding.ts'
import type { LookupOptions, Lookups } from './lookups.ts'
import type { Mailing } from './mailing.ts'
import { type CheckedItem, type Judging, newItem } from './new-item.ts'
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
    replaces: bad && choice === 'last' && !verdict.repeat!.kept,
  }
}

/** What was found of an item. */
export type Judged = Awaited<ReturnType<typeof judge>>

/** Whether all that is wrong with an item is that it repeats another. */
const onlyRepeats = ({ findings, repeat, suppression }: Verdict): boolean =>
  repeat !== undefined && !suppression && !hasErrors(findings.filter((one) => !isDuplicate(one)))

export const isDuplicate = ({ code }: Finding): boolean => code === 'duplicate_recipient'
