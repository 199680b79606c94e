import { nameKey } from '../../address/names.ts'
import { recipientName } from '../../address/normalise.ts'
import type { Ids } from '../../engine/ids.ts'
import type { TransactionHook, TransactionHookKind } from '../../engine/unit-of-work.ts'
import type { ItemRow } from '../../model/items.ts'
import type { WritableRows } from '../../ports/store.ts'
import { entryErrors, newEntry, putEntry } from './entry.ts'
import { entriesFor, matching } from './match.ts'

/** Suppression reasons for the recipient of returned mail. */
export type ProposedReason = 'moved' | 'deceased' | 'returned'

/**
 * Proposes an entry for the recipient of a returned piece, limited to the name if known. A member accepts or
 * deletes it. Does nothing if the address was erased, or all mail to it is stopped or proposed to be.
 */
export const proposeEntry = async (
  services: { ids: Ids },
  rows: WritableRows,
  item: ItemRow,
  now: number,
  reason: ProposedReason = 'returned',
): Promise<void> => {
  const { recipient } = item
  const scope = { organisationId: item.organisationId, mode: item.mode }
  // An erased address leaves nothing to compare.
  if (entryErrors(recipient, recipient.country, false).length > 0) return
  const piece = { ...item, advertisingCategory: null }
  if (matching(await entriesFor(rows, scope, [piece]), piece).length > 0) return
  const entry = newEntry(
    services.ids.next('sup'),
    scope,
    {
      recipient,
      matchName: nameKey(recipientName(recipient)) !== '',
      advertisingCategory: null,
      stops: 'ALL',
      reason,
      source: 'RETURNED',
      status: 'PROPOSED',
      itemId: item.id,
    },
    now,
  )
  await putEntry(rows, scope, entry, 'keep')
}

/** Collects the items returned in a transaction and proposes their entries at its end. */
class Proposals implements TransactionHook {
  readonly #services: { ids: Ids }
  readonly #returned: { item: ItemRow; now: number; reason: ProposedReason | undefined }[] = []

  constructor(services: { ids: Ids }) {
    this.#services = services
  }

  /** `now` is in ms on the item's clock. */
  add(item: ItemRow, now: number, reason?: ProposedReason): void {
    this.#returned.push({ item, now, reason })
  }

  async flush(rows: WritableRows): Promise<void> {
    for (const { item, now, reason } of this.#returned) {
      await proposeEntry(this.#services, rows, item, now, reason)
    }
  }
}

export const proposals: TransactionHookKind<Proposals> = { create: (services) => new Proposals(services) }
