import type { ModeScope } from '../../engine/caller.ts'
import { filtersInBody } from '../../engine/list/in-body.ts'
import type { Services } from '../../engine/services.ts'
import { asError, maxNamed, type ParameterError, problem, validationFailed } from '../../kernel/errors.ts'
import type { Said } from '../../kernel/sentences.ts'
import { itemLimits } from '../../model/item-limits.ts'
import type { ItemRow } from '../../model/items.ts'
import { itemList } from '../items/operations/items.list.ts'
import type { ItemActionInput } from './schema.ts'
import { itemActionProblems, itemActionSentences } from './sentences.ts'

const { say } = itemActionSentences

/** What no schema says of the input as it was sent: fields that exclude or need one another, repeated ids. */
export const contradictions = (sent: Readonly<Record<string, unknown>>): ParameterError[] => {
  const errors: ParameterError[] = []
  const refuse = (parameter: string, said: Said) => errors.push(asError(said, parameter))
  const has = (field: keyof ItemActionInput) => sent[field] !== undefined
  if (has('ids') && has('filters')) refuse('filters', say('invalid.ids_and_filters'))
  if (!has('ids') && !has('filters')) {
    refuse('ids', say('required.ids_or_filters'))
  }
  if (has('filters') && !has('expectedCount')) {
    refuse('expectedCount', say('required.expected_count'))
  }
  if (has('expectedCount') && !has('filters')) {
    refuse('expectedCount', say('invalid.expected_count'))
  }
  if (has('reason') && sent.action !== 'REJECT') refuse('reason', say('invalid.reason'))
  if (has('charge') && sent.action !== 'REPRINT') refuse('charge', say('invalid.charge'))
  if (Array.isArray(sent.ids)) errors.push(...repeated(sent.ids))
  return errors
}

const repeated = (ids: readonly unknown[]): ParameterError[] => {
  const places = new Map<unknown, number>()
  const errors: ParameterError[] = []
  for (const [index, id] of ids.slice(0, itemLimits.actionItems).entries()) {
    const first = places.get(id)
    if (first === undefined) places.set(id, index)
    else if (errors.length < maxNamed) {
      errors.push(asError(say('repeated.item', { index: first }), `ids[${index}]`))
    }
  }
  return errors
}

/**
 * The items that are asked for, as they are now: an action is about these, whatever its filters let through
 * later. One more than there may be shows that there are too many. Reads outside a transaction.
 */
export const chosenItems = async (
  services: Services,
  scope: ModeScope,
  { ids, filters }: ItemActionInput,
): Promise<readonly string[]> => {
  if (!filters) return ids!
  const where = filtersInBody<ItemRow>(itemList.filters, filters)
  const matching = await services.store.read((rows) =>
    rows.items.tally(scope, where, {
      by: 'id',
      order: [{ field: 'createdAt', descending: true }],
      limit: itemLimits.actionItems + 1,
    }),
  )
  return [...matching.keys()].sort()
}

/** Throws 409 where the filters let another number of items through than was expected. */
export const assertCount = (expectedCount: number | undefined, count: number): void => {
  if (expectedCount === undefined || expectedCount === count) return
  const now = count > itemLimits.actionItems ? `more than ${itemLimits.actionItems}` : String(count)
  throw problem(itemActionProblems.say('count_changed', { now, expected: expectedCount }))
}

/** Throws the 422 that names every contradiction. */
export const assertConsistent = (input: ItemActionInput): void => {
  const errors = contradictions(input)
  if (errors.length > 0) throw validationFailed(errors)
}
