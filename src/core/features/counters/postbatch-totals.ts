import type { Participant, ParticipantKind } from '../../engine/participant.ts'
import { gt, oneOf } from '../../kernel/query.ts'
import type { ItemRow } from '../../model/items.ts'
import type { PostbatchTotalRow } from '../../model/postbatches.ts'
import type { Rows, WritableRows } from '../../ports/store.ts'

/** The fields of an item that the totals of its Postbatch depend on. */
export type Totalled = Pick<
  ItemRow,
  'organisationId' | 'mode' | 'postbatchId' | 'status' | 'recipientCountry' | 'priceCents' | 'runId'
>

/** Gathers a transaction's changes to the totals of Postbatches. */
export class PostbatchTotals implements Participant {
  readonly #entries = new Map<string, PostbatchTotalRow>()
  readonly #moved = new Map<string, { organisationId: string; at: number }>()

  /** Counts an item's change from `from` to `to` at `now` (ms). Items of Postflows are ignored. */
  move(from: Totalled | undefined, to: Totalled, now: number): void {
    if (to.postbatchId === null) return
    if (from) this.#count(from, to.postbatchId, -1)
    this.#count(to, to.postbatchId, 1)
    this.#moved.set(to.postbatchId, { organisationId: to.organisationId, at: now })
  }

  #count(item: Totalled, postbatchId: string, delta: 1 | -1): void {
    const row = rowOf(item, postbatchId)
    const entry = this.#entries.get(row.id)
    if (entry) entry.itemCount += delta
    else this.#entries.set(row.id, { ...row, itemCount: delta })
  }

  /** The Postbatches whose items moved, with their organisation and the instant (ms). */
  get moved(): ReadonlyMap<string, { organisationId: string; at: number }> {
    return this.#moved
  }

  async flush(rows: WritableRows): Promise<void> {
    const changed = [...this.#entries.values()].filter(({ itemCount }) => itemCount !== 0)
    await rows.postbatchTotals.addEachUnread(changed, ['itemCount'])
  }
}

/** Identifies the Postbatch totals of a transaction; `features/items/move.ts` counts. */
export const postbatchTotals: ParticipantKind<PostbatchTotals> = { create: () => new PostbatchTotals() }

/** The stored totals of some Postbatches. Changes of an open transaction are written at its end. */
export const totalsOf = async (
  rows: Rows,
  { organisationId }: { organisationId: string },
  postbatchIds: readonly string[],
): Promise<PostbatchTotalRow[]> =>
  postbatchIds.length === 0
    ? []
    : rows.postbatchTotals.find({ organisationId }, { postbatchId: oneOf(postbatchIds), itemCount: gt(0) })

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
