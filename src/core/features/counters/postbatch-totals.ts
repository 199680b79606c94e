import type { TransactionHook, TransactionHookKind } from '../../engine/unit-of-work.ts'
import { gt, oneOf } from '../../kernel/query.ts'
import { type ItemRow, warningCodes } from '../../model/items.ts'
import {
  type PostbatchRow,
  type PostbatchTotalRow,
  type PostbatchWarnings,
  warningLimits,
} from '../../model/postbatches.ts'
import type { Rows, WritableRows } from '../../ports/store.ts'

/** A Postbatch's totals depend on these fields. */
export type Totalled = Pick<
  ItemRow,
  | 'id'
  | 'organisationId'
  | 'mode'
  | 'postbatchId'
  | 'status'
  | 'recipientCountry'
  | 'priceCents'
  | 'runId'
  | 'findings'
>

/** A change of an item's warnings before its approval. */
export interface WarningChange {
  itemId: string
  before: readonly string[]
  after: readonly string[]
}

export class PostbatchTotals implements TransactionHook {
  readonly #entries = new Map<string, PostbatchTotalRow>()
  readonly #moved = new Map<string, { organisationId: string; at: number }>()
  readonly #warned = new Map<string, WarningChange[]>()

  /** `now` is in ms. Ignores items of Postflows. */
  move(from: Totalled | undefined, to: Totalled, now: number): void {
    if (to.postbatchId === null) return
    if (from) this.#count(from, to.postbatchId, -1)
    this.#count(to, to.postbatchId, 1)
    this.#moved.set(to.postbatchId, { organisationId: to.organisationId, at: now })
    this.#noteWarnings(from, to, to.postbatchId)
  }

  #noteWarnings(from: Totalled | undefined, to: Totalled, postbatchId: string): void {
    const before = from ? warningsBeforeApproval(from) : []
    const after = warningsBeforeApproval(to)
    if (before.join() === after.join()) return
    const changes = this.#warned.get(postbatchId)
    const change = { itemId: to.id, before, after }
    if (changes) changes.push(change)
    else this.#warned.set(postbatchId, [change])
  }

  /** Returns changes of items that await approval, in order. */
  warningChanges(postbatchId: string): readonly WarningChange[] {
    return this.#warned.get(postbatchId) ?? []
  }

  #count(item: Totalled, postbatchId: string, delta: 1 | -1): void {
    const row = rowOf(item, postbatchId)
    const entry = this.#entries.get(row.id)
    if (entry) entry.itemCount += delta
    else this.#entries.set(row.id, { ...row, itemCount: delta })
  }

  /** Postbatches whose items moved, with the time in ms. */
  get moved(): ReadonlyMap<string, { organisationId: string; at: number }> {
    return this.#moved
  }

  async flush(rows: WritableRows): Promise<void> {
    const changed = [...this.#entries.values()].filter(({ itemCount }) => itemCount !== 0)
    await rows.postbatchTotals.addEachUnread(changed, ['itemCount'])
  }
}

/** Filled by `features/items/move.ts`. */
export const postbatchTotals: TransactionHookKind<PostbatchTotals> = { create: () => new PostbatchTotals() }

/** Returns the stored totals, without changes of an open transaction, which are written at its end. */
export const totalsOf = async (
  rows: Rows,
  { organisationId }: { organisationId: string },
  postbatchIds: readonly string[],
): Promise<PostbatchTotalRow[]> =>
  postbatchIds.length === 0
    ? []
    : rows.postbatchTotals.find({ organisationId }, { postbatchId: oneOf(postbatchIds), itemCount: gt(0) })

const warningsBeforeApproval = ({ status, findings }: Totalled): string[] =>
  status === 'HELD' ? warningCodes(findings) : []

const rowOf = (item: Totalled, postbatchId: string): PostbatchTotalRow => {
  const { organisationId, mode, status, recipientCountry: country, priceCents, runId } = item
  return {
    id: `${postbatchId}|${status}|${country}|${priceCents}|${runId ?? ''}`,
    organisationId,
    mode,
    postbatchId,
    status,
    country,
    priceCents,
    runId,
    itemCount: 0,
  }
}

/** Null if the last validation has no counted warnings, or was done by a version before 0.3.0. */
export const currentWarnings = ({ validatedAt, warnings }: PostbatchRow): PostbatchWarnings | null =>
  validatedAt !== null && warnings?.validatedAt === validatedAt ? warnings : null

/** Marks a running count. Removed as soon as a counted item changes (`withChanges`). */
export const beingCounted: PostbatchWarnings = { validatedAt: 0, itemCount: 0, codes: [] }

/** Null if a running count may have missed a change. Undefined if no warnings are counted or have changed. */
export const withChanges = (
  postbatch: PostbatchRow,
  changes: readonly WarningChange[],
): PostbatchWarnings | null | undefined => {
  if (changes.length === 0 || postbatch.warnings === null) return undefined
  if (postbatch.status === 'VALIDATING') return null
  const warnings = currentWarnings(postbatch)
  if (!warnings) return undefined
  let { itemCount } = warnings
  const codes = new Map(warnings.codes.map((counted) => [counted.code, counted]))
  const count = (code: string, delta: 1 | -1, itemIds: (ids: readonly string[]) => string[]) => {
    const counted = codes.get(code) ?? { itemCount: 0, itemIds: [] }
    codes.set(code, { code, itemCount: counted.itemCount + delta, itemIds: itemIds(counted.itemIds) })
  }
  for (const { itemId, before, after } of changes) {
    itemCount += Math.sign(after.length) - Math.sign(before.length)
    for (const code of before) count(code, -1, (ids) => ids.filter((id) => id !== itemId))
    for (const code of after) count(code, 1, (ids) => [...ids, itemId].slice(0, warningLimits.samples))
  }
  return { ...warnings, itemCount, codes: mostFrequent(codes.values()) }
}

export const mostFrequent = (
  codes: Iterable<PostbatchWarnings['codes'][number]>,
): PostbatchWarnings['codes'] =>
  [...codes]
    .filter(({ itemCount }) => itemCount > 0)
    .sort((one, other) => other.itemCount - one.itemCount)
    .slice(0, warningLimits.codes)

export const countOf = (totals: readonly Pick<PostbatchTotalRow, 'itemCount'>[]): number =>
  totals.reduce((sum, { itemCount }) => sum + itemCount, 0)
