import type { ModeScope } from '../../engine/caller.ts'
import type { WriteContext } from '../../engine/context.ts'
import { invalid } from '../../kernel/errors.ts'
import { oneOf } from '../../kernel/query.ts'
import type { BillingGroupRow } from '../../model/billing-groups.ts'
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
  /** Names that the organisation has not used yet, as far as there is room for them. */
  readonly fresh: readonly string[]
  readonly #refused: ReadonlySet<string>

  private constructor(fresh: readonly string[], refused: readonly string[]) {
    this.fresh = fresh
    this.#refused = new Set(refused)
  }

  /** Costs nothing where no name is given, and one statement where all are known. */
  static async of(rows: Rows, scope: ModeScope, given: readonly Given[]): Promise<BillingGroups> {
    const names = [...new Set(given.filter((name) => typeof name === 'string'))]
    if (names.length === 0) return new BillingGroups([], [])
    const found = await rows.billingGroups.find(scope, { name: oneOf(names) })
    const known = new Set(found.map(({ name }) => name))
    const others = names.filter((name) => !known.has(name))
    if (others.length === 0) return new BillingGroups([], [])
    const room = Math.max(0, itemLimits.billingGroups - (await rows.billingGroups.count(scope, {})))
    return new BillingGroups(others.slice(0, room), others.slice(room))
  }

  /** Throws 422 for a name that is one too many. */
  assertRoom(name: Given): void {
    if (typeof name !== 'string' || !this.#refused.has(name)) return
    throw invalid(
      'billingGroup',
      itemInputSentences.say('limit_reached.billing_groups', { limit: itemLimits.billingGroups }),
    )
  }
}

type Using = Pick<WriteContext, 'rows' | 'scope' | 'now'>

/** Of what was accepted: the names that are new are the organisation's from now on. */
export const keepBillingGroups = async (
  { rows, scope, now }: Using,
  groups: BillingGroups,
  accepted: readonly Given[],
): Promise<void> => {
  const { organisationId, mode } = scope
  const used = new Set(accepted)
  const fresh = groups.fresh
    .filter((name) => used.has(name))
    .map(
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
  groups.assertRoom(name)
  await keepBillingGroups(context, groups, [name])
}
