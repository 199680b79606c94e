import { nameKey, recipientName } from '../../address/index.ts'
import type { Ids } from '../../engine/ids.ts'
import type { Participant, ParticipantKind } from '../../engine/participant.ts'
import type { ItemRow } from '../../model/items.ts'
import type { WritableRows } from '../../ports/store.ts'
import { entryErrors, newEntry, putEntry } from './entry.ts'
import { entriesFor, matching } from './match.ts'

/**
 * A piece came back (decision 103): proposes an entry for its recipient, that person's where a name is known,
 * which a member accepts or deletes. Nothing where all mail to the recipient is suppressed, or proposed so,
 * already.
 */
export const proposeEntry = async (
  services: { ids: Ids },
  rows: WritableRows,
  item: ItemRow,
  now: number,
): Promise<void> => {
  const { recipient } = item
  const scope = { organisationId: item.organisationId, mode: item.mode }
  // An address that was erased in the meantime has nothing left to compare.
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
      reason: 'returned',
      source: 'RETURNED',
      status: 'PROPOSED',
      itemId: item.id,
    },
    now,
  )
  await putEntry(rows, scope, entry, 'again')
}

/** Items that come back in a transaction. */
class Proposals implements Participant {
  readonly #services: { ids: Ids }
  readonly #returned: { item: ItemRow; now: number }[] = []

  constructor(services: { ids: Ids }) {
    this.#services = services
  }

  /** Proposes to suppress what an item's address gets, because the item came back. `now` in ms on its clock. */
  add(item: ItemRow, now: number): void {
    this.#returned.push({ item, now })
  }

  async flush(rows: WritableRows): Promise<void> {
    for (const { item, now } of this.#returned) await proposeEntry(this.#services, rows, item, now)
  }
}

/** The suppressions that a transaction proposes. */
export const proposals: ParticipantKind<Proposals> = { create: (services) => new Proposals(services) }
