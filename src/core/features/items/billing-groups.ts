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

/** Returns the cost centre of a new item: its own, or else its mailing's; null for none. */
export const billingGroupOf = (
  { billingGroup }: { billingGroup?: Given },
  mailing: Pick<ItemRow, 'billingGroup'>,
): string | null => (billingGroup === undefined ? mailing.billingGroup : billingGroup)

/**
 * Billing groups named in a request. Their number per organisation is limited, because each has lines on
 * invoices and a row per day in analytics; names beyond the limit are refused.
 */
export class BillingGroups {
  readonly #known: ReadonlySet<string>
  readonly #room: number
  readonly #claimed = new Set<string>()

  /** `room`: how many names may still be added. */
  constructor(known: readonly string[], room: number) {
    this.#known = new Set(known)
    this.#room = room
  }

  /** Looks up the names: without a statement if there are none, with one if all are known. */
  static async of(rows: Rows, scope: ModeScope, given: readonly Given[]): Promise<BillingGroups> {
    const names = [...new Set(given.filter((name) => typeof name === 'string'))]
    if (names.length === 0) return new BillingGroups([], 0)
    const found = await rows.billingGroups.find(scope, { name: oneOf(names) })
    const known = found.map(({ name }) => name)
    if (known.length === names.length) return new BillingGroups(known, 0)
    return new BillingGroups(known, itemLimits.billingGroups - (await rows.billingGroups.count(scope, {})))
  }

  /** New names of accepted items, to be stored. */
  get claimed(): readonly string[] {
    return [...this.#claimed]
  }

  /** Throws 422 if the name is new and the limit is reached. */
  assertRoom(name: Given): void {
    if (!this.#isNew(name) || this.#claimed.size < this.#room) return
    throw invalid(
      'billingGroup',
      itemInputSentences.sentence('limit_reached.billing_groups', { limit: itemLimits.billingGroups }),
    )
  }

  /** Reserves the name of an accepted item. Throws 422 like `assertRoom`. */
  claim(name: Given): void {
    this.assertRoom(name)
    if (this.#isNew(name)) this.#claimed.add(name)
  }

  #isNew(name: Given): name is string {
    return typeof name === 'string' && !this.#known.has(name) && !this.#claimed.has(name)
  }
}

type Using = Pick<WriteContext, 'rows' | 'scope' | 'now'>

/** Stores the new names. */
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

/** Looks up a name and stores it if new. Throws 422 if it is new and the limit is reached. */
export const useBillingGroup = async (context: Using, name: Given): Promise<void> => {
  const groups = await BillingGroups.of(context.rows, context.scope, [name])
  groups.claim(name)
  await keepBillingGroups(context, groups)
}
