import type { Caller, ModeScope } from '../../engine/caller.ts'
import type { WriteContext } from '../../engine/context.ts'
import { filtersInBody } from '../../engine/list/page.ts'
import type { Services } from '../../engine/services.ts'
import { asError, maxNamed, type ParameterError, problem, validationFailed } from '../../kernel/errors.ts'
import { type Condition, conditionsOf, lt, type Where } from '../../kernel/query.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import { itemLimits } from '../../model/item-limits.ts'
import type { ItemRow } from '../../model/items.ts'
import { FingerprintSum, fingerprintColumns, fingerprintOf, seenItemOf } from '../items/counts.ts'
import { itemList } from '../items/operations/items.ts'
import type { ItemActionInput } from './schema.ts'
import { itemActionProblems, itemActionSentences } from './sentences.ts'

/**
 * Returns the errors that a schema can't express: fields that exclude or require one another, repeated ids.
 */
export const contradictions = (sent: Readonly<Record<string, unknown>>): ParameterError[] => {
  const errors: ParameterError[] = []
  const refuse = (parameter: string, sentence: Sentence) => errors.push(asError(sentence, parameter))
  const has = (field: keyof ItemActionInput) => sent[field] !== undefined
  if (has('ids') && has('filters')) refuse('filters', itemActionSentences.sentence('invalid.ids_and_filters'))
  if (!has('ids') && !has('filters')) {
    refuse('ids', itemActionSentences.sentence('required.ids_or_filters'))
  }
  if (has('filters') && !has('expectedCount')) {
    refuse('expectedCount', itemActionSentences.sentence('required.expected_count'))
  }
  if (has('expectedCount') && !has('filters')) {
    refuse('expectedCount', itemActionSentences.sentence('invalid.expected_count'))
  }
  if (has('expectedFingerprint') && !has('filters')) {
    refuse('expectedFingerprint', itemActionSentences.sentence('invalid.expected_fingerprint'))
  }
  if (has('reason') && sent.action !== 'REJECT')
    refuse('reason', itemActionSentences.sentence('invalid.reason'))
  if (has('charge') && sent.action !== 'REPRINT')
    refuse('charge', itemActionSentences.sentence('invalid.charge'))
  if (has('revisions') && !has('ids')) refuse('revisions', itemActionSentences.sentence('invalid.revisions'))
  if (Array.isArray(sent.ids)) {
    if (Array.isArray(sent.revisions) && sent.revisions.length !== sent.ids.length)
      refuse(
        'revisions',
        itemActionSentences.sentence('invalid.revision_count', {
          ids: sent.ids.length,
          revisions: sent.revisions.length,
        }),
      )
    errors.push(...repeated(sent.ids))
  }
  return errors
}

const repeated = (ids: readonly unknown[]): ParameterError[] => {
  const places = new Map<unknown, number>()
  const errors: ParameterError[] = []
  for (const [index, id] of ids.slice(0, itemLimits.actionIds).entries()) {
    const first = places.get(id)
    if (first === undefined) places.set(id, index)
    else if (errors.length < maxNamed) {
      errors.push(asError(itemActionSentences.sentence('repeated.item', { index: first }), `ids[${index}]`))
    }
  }
  return errors
}

export interface Chosen {
  /** Id of the future action. */
  id: string
  count: number
  itemIds: readonly string[]
  /** Revisions that the items must still have when processed, in the same order. */
  revisions?: readonly number[] | undefined
  /** Set if the items are too many for one transaction: a job gathers them, and `itemIds` is empty. */
  conditions: readonly Condition[] | null
  /** Set if the caller expects a fingerprint and chose the items by filters. */
  fingerprint?: string | undefined
}

/**
 * Selects the items by ids, or by filters as they match now, so that later changes don't matter. Items too
 * many for one transaction are only counted. Reads outside a transaction.
 */
export const chosenItems = async (
  services: Services,
  scope: ModeScope,
  { ids, revisions, filters, expectedFingerprint }: ItemActionInput,
): Promise<Chosen> => {
  const { itemsSettledAtOnce: most, itemsByFilters } = services.config
  const id = services.ids.next('act')
  if (!filters) return { id, count: ids!.length, itemIds: ids!, revisions, conditions: null }
  const isCompared = expectedFingerprint !== undefined
  const where = filtersInBody<ItemRow>(itemList.filters, filters)
  const few = await (isCompared ? seenItems : matchingIds)(services, scope, where, most + 1)
  if (few.itemIds.length <= most) return { id, count: few.itemIds.length, ...few, conditions: null }
  // Ids sort by creation: later items are excluded, even if gathered later.
  const existing = [where, { id: lt(id.replace('act_', 'itm_')) }]
  const [byStatus, fingerprint] = await services.store.read((rows) =>
    Promise.all([
      rows.items.tally(scope, existing, { by: 'status', order: newest, limit: itemsByFilters + 1 }),
      isCompared ? fingerprintOf(rows, scope, existing, itemsByFilters) : undefined,
    ]),
  )
  const count = [...byStatus.values()].reduce((sum, one) => sum + one, 0)
  return { id, count, itemIds: [], conditions: conditionsOf(existing), fingerprint }
}

type Few = Pick<Chosen, 'itemIds' | 'revisions' | 'fingerprint'>

const matchingIds = async (
  { store }: Services,
  scope: ModeScope,
  where: Where<ItemRow>,
  limit: number,
): Promise<Few> => {
  const tally = { by: 'id', order: newest, limit } as const
  return { itemIds: [...(await store.read((rows) => rows.items.tally(scope, where, tally))).keys()].sort() }
}

/** Reads ids, revisions and fingerprint in one statement, so that they agree. */
const seenItems = async (
  { store }: Services,
  scope: ModeScope,
  where: Where<ItemRow>,
  limit: number,
): Promise<Few> => {
  const options = { size: limit, limit, with: fingerprintColumns }
  const [bundle] = await store.read((rows) => rows.items.bundles(scope, where, options))
  const items = bundle?.split(',').map(seenItemOf) ?? []
  const sum = new FingerprintSum()
  sum.add(items)
  return {
    itemIds: items.map((item) => item.id),
    revisions: items.map((item) => item.revision),
    fingerprint: sum.toString(),
  }
}

const newest = [{ field: 'createdAt', descending: true }] as const

/**
 * Throws 409 if the number of items differs from `expectedCount` or is too large, and 412 if an item changed;
 * always 409 for callers without `items.read`.
 */
export const assertExpected = (
  { services: { config }, caller }: Pick<WriteContext, 'services' | 'caller'>,
  {
    expectedCount: expected,
    expectedFingerprint,
  }: Pick<ItemActionInput, 'expectedCount' | 'expectedFingerprint'>,
  { count, fingerprint }: Pick<Chosen, 'count' | 'fingerprint'>,
): void => {
  const isCounted = expected === undefined || (expected === count && count <= config.itemsByFilters)
  const isSeen = expectedFingerprint === undefined || expectedFingerprint === fingerprint
  if (isCounted && isSeen) return
  // The number of items found by a name would reveal recipients, so both errors are the same.
  if (!caller.scopes.includes('items.read'))
    throw problem(itemActionProblems.sentence('count_changed.unread', { expected: expected! }))
  if (isCounted) throw problem(itemActionProblems.sentence('revision_conflict.items'))
  const now = count > config.itemsByFilters ? `more than ${config.itemsByFilters}` : String(count)
  throw problem(itemActionProblems.sentence('count_changed.counted', { now, expected: expected! }))
}

/** Filters of `items.list` on the state of items, not on recipients. */
const filtersOnState: ReadonlySet<string> = new Set([
  ...['id', 'status', 'heldReason', 'postflowId', 'postbatchId', 'templateVersionId', 'runId'],
  ...['advertisingCategory', 'sendOn', 'createdAt', 'updatedAt', 'rejectedAt', 'correctedAsItemId'],
])

/**
 * Throws 403 if a caller without `items.read` filters by more than state: the action shows how many items
 * match.
 */
export const assertMayFilter = (
  { scopes }: Pick<Caller, 'scopes'>,
  { filters = {} }: Pick<ItemActionInput, 'filters'>,
): void => {
  if (scopes.includes('items.read')) return
  const refused = Object.keys(filters).filter((name) => {
    const [, field] = /^filter\[([^\]]+)\]/.exec(name) ?? []
    return field !== undefined && Object.hasOwn(itemList.filters, field) && !filtersOnState.has(field)
  })
  if (refused.length === 0) return
  const named = refused.map((name) => `filters.${name}`).join(', ')
  throw problem(itemActionProblems.sentence('insufficient_scope.filters', { filters: named }))
}

/** Throws a 422 that names every contradiction. */
export const assertConsistent = (input: ItemActionInput): void => {
  const errors = contradictions(input)
  if (errors.length > 0) throw validationFailed(errors)
}
