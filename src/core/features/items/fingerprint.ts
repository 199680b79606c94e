import type { ModeScope } from '../../engine/caller.ts'
import type { Where } from '../../kernel/query.ts'
import type { ItemRow } from '../../model/items.ts'
import type { Rows } from '../../ports/store.ts'

/** The columns of an item that a fingerprint is made of, in this order. */
export const fingerprintColumns = ['revision', 'updatedAt'] as const

/** An item as `bundles` names it with these columns. */
export interface SeenItem {
  id: string
  revision: number
  updatedAt: number
}

export const seenItemOf = (entry: string): SeenItem => {
  const [id, revision, updatedAt] = entry.split(':') as [string, string, string]
  return { id, revision: Number(revision), updatedAt: Number(updatedAt) }
}

/**
 * Names items in the revisions that they have. Every change of an item raises its revision, and an item that
 * replaces another was changed or created later than that one, so that at least one of the sums differs.
 */
const fingerprint = (rows: number, revisions: bigint, times: bigint): string =>
  `${rows}-${revisions.toString(36)}-${times.toString(36)}`

/** Adds up items one by one. */
export class FingerprintSum {
  #rows = 0
  #revisions = 0n
  #times = 0n

  add(items: readonly SeenItem[]): void {
    this.#rows += items.length
    for (const { revision, updatedAt } of items) {
      this.#revisions += BigInt(revision)
      this.#times += BigInt(updatedAt)
    }
  }

  toString(): string {
    return fingerprint(this.#rows, this.#revisions, this.#times)
  }
}

/** The fingerprint of the items that match; undefined where they are more than `most`. */
export const fingerprintOf = async (
  rows: Rows,
  scope: ModeScope,
  where: Where<ItemRow>,
  most: number,
): Promise<string | undefined> => {
  const { rows: count, sums } = await rows.items.sums(scope, where, {
    of: fingerprintColumns,
    limit: most + 1,
  })
  return count > most ? undefined : fingerprint(count, sums[0]!, sums[1]!)
}
