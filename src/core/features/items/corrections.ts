import type { ModeScope } from '../../engine/caller.ts'
import type { WriteContext } from '../../engine/context.ts'
import { unknownId } from '../../engine/id-kinds.ts'
import { invalid } from '../../kernel/errors.ts'
import { oneOf } from '../../kernel/query.ts'
import type { ItemRow } from '../../model/items.ts'
import type { Rows } from '../../ports/store.ts'
import { neverPrinted } from './reprint.ts'
import { saveItem } from './save.ts'
import { itemInputSentences } from './sentences.ts'

type Given = string | null | undefined

const field = 'correctionOfItemId'

/**
 * The rejected items in whose place new ones are created. Each has one corrected copy at a time, so that two
 * people who correct it send it once.
 */
export class Corrections {
  readonly #rejected: ReadonlyMap<string, ItemRow>
  /** The copies that may still be printed, by their id. */
  readonly #copies: ReadonlySet<string>
  /** Those that a new item of this call replaces. */
  readonly #claimed = new Map<string, string>()

  private constructor(rejected: readonly ItemRow[], copies: readonly ItemRow[]) {
    this.#rejected = new Map(rejected.map((item) => [item.id, item]))
    this.#copies = new Set(copies.filter(({ status }) => !neverPrinted.includes(status)).map(({ id }) => id))
  }

  /** Costs nothing where no item is named. */
  static async of(rows: Rows, scope: ModeScope, given: readonly Given[]): Promise<Corrections> {
    const ids = [...new Set(given.filter((id) => typeof id === 'string'))]
    if (ids.length === 0) return new Corrections([], [])
    const rejected = await rows.items.find(scope, { id: oneOf(ids) })
    const copies = rejected.flatMap(({ correctedAs }) => (correctedAs === null ? [] : [correctedAs]))
    return new Corrections(
      rejected,
      copies.length === 0 ? [] : await rows.items.find(scope, { id: oneOf(copies) }),
    )
  }

  /** Notes that the item `by` replaces this one. Throws 422 where it was not rejected, or is replaced already. */
  claim(id: Given, by: string): void {
    if (typeof id !== 'string') return
    const item = this.#rejected.get(id)
    if (!item) throw unknownId(field, 'itm', id, 'mode')
    if (item.rejectedAt === null) {
      throw invalid(field, itemInputSentences.say('invalid_value.not_rejected', { status: item.status }))
    }
    if (item.erasureRequestedAt !== null) {
      throw invalid(field, itemInputSentences.say('invalid_value.erased_rejected'))
    }
    const copy = this.#claimed.get(id) ?? (this.#copies.has(item.correctedAs ?? '') ? item.correctedAs : null)
    if (copy !== null) throw invalid(field, itemInputSentences.say('conflict.corrected', { item: copy }))
    this.#claimed.set(id, by)
  }

  /** Writes into the rejected items what they were sent again as. */
  async keep({ rows, now }: Pick<WriteContext, 'rows' | 'now'>, created: readonly ItemRow[]): Promise<void> {
    for (const { id, correctionOf } of created) {
      if (correctionOf === null) continue
      const item = this.#rejected.get(correctionOf)!
      await saveItem(rows, { ...item, correctedAs: id, revision: item.revision + 1, updatedAt: now })
    }
  }
}
