import type { ModeScope } from '../../engine/caller.ts'
import type { WriteContext } from '../../engine/context.ts'
import { invalid } from '../../kernel/errors.ts'
import { oneOf } from '../../kernel/query.ts'
import type { BillingGroupRow } from '../../model/billing.ts'
import { itemLimits } from '../../model/item-limits.ts'
import type { ItemRow } from '../../model/items.ts'
import type { Rows } from '../../ports/store.ts'
import { itemInputSentences } from './sentences.ts'

type Given = string | null | undefined

/** The cost centre of a new item: its own, or else that of its mailing. Null says that it has none. */
export const billingGroupOf = (
  { billingGroup }: { billingGroup?: Given },
  mailing: Pick<ItemRow, 'billingGroup'>,
): string | null => (billingGroup === undefined ? mailing.billingGroup : billingGroup)

/**
 * The billing groups that a call names. An organisation may have a limited number, because each has lines on
 * invoices and a row of every day in analytics; a name that would be one too many is refused.
 */
export class BillingGroups {
  readonly #known: ReadonlySet<string>
  /** How many names there may be besides those that are known. */
  readonly #room: number
  readonly #claimed = new Set<string>()

  private constructor(known: readonly string[], room: number) {
    this.#known = new Set(known)
    this.#room = room
  }

  /** Costs nothing where no name is given, and one statement where all are known. */
  static async of(rows: Rows, scope: ModeScope, given: readonly Given[]): Promise<BillingGroups> {
    const names = [...new Set(given.filter((name) => typeof name === 'string'))]
    if (names.length === 0) return new BillingGroups([], 0)
    const found = await rows.billingGroups.find(scope, { name: oneOf(names) })
    const known = found.map(({ name }) => name)
    if (known.length === names.length) return new BillingGroups(known, 0)
    return new BillingGroups(known, itemLimits.billingGroups - (await rows.billingGroups.count(scope, {})))
  }

  /** The names that are new. */
  get claimed(): readonly string[] {
    return [...this.#claimed]
  }

  /** Throws 422 for a name that is one too many. */
  assertRoom(name: Given): void {
    if (!this.#isNew(name) || this.#claimed.size < this.#room) return
    throw invalid(
      'billingGroup',
      itemInputSentences.say('limit_reached.billing_groups', { limit: itemLimits.billingGroups }),
    )
  }

  /** Takes room for the name of what is accepted: what is refused for another reason takes none. */
  claim(name: Given): void {
    this.assertRoom(name)
    if (this.#isNew(name)) this.#claimed.add(name)
  }

  #isNew(name: Given): name is string {
    return typeof name === 'string' && !this.#known.has(name) && !this.#claimed.has(name)
  }
}

type Using = Pick<WriteContext, 'rows' | 'scope' | 'now'>

/** The names that were claimed are the organisation's from now on. */
export const keepBillingGroups = async (
  { rows, scope, now }: Using,
  { claimed }: BillingGroups,
): Promise<void> => {
  const { organisationId, mode } = scope
  const fresh = claimed.map(
    (name): BillingGroupRow => ({
      id: `${organisationId}|${mode}|${name}`,
      organisationId,
      mode,
      name,
      createdAt: now,
    }),
  )
  if (fresh.length > 0) await rows.billingGroups.insertMany(fresh)
}

/** Looks up one name and keeps it. Throws 422 where it is one too many. */
export const useBillingGroup = async (context: Using, name: Given): Promise<void> => {
  const groups = await BillingGroups.of(context.rows, context.scope, [name])
  groups.claim(name)
  await keepBillingGroups(context, groups)
}
