import type { Participant, ParticipantKind } from '../../engine/participant.ts'
import type { ItemRow } from '../../model/items.ts'
import type { ErasableRow } from '../../model/privacy.ts'
import type { Clock } from '../../ports/clock.ts'
import type { WritableRows } from '../../ports/store.ts'

/** Items that reach a final status in a transaction. Their retention period starts now, in real time. */
class EndedItems implements Participant {
  readonly #clock: Clock
  readonly #rows: ErasableRow[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note({ id, organisationId, mode, runId }: Pick<ItemRow, 'id' | 'organisationId' | 'mode' | 'runId'>): void {
    const endedAt = this.#clock.now()
    const unasked = { erasureRequestedAt: null, asked: false, person: null }
    this.#rows.push({ id, organisationId, mode, runId, endedAt, ...unasked })
  }

  async flush(rows: WritableRows): Promise<void> {
    if (this.#rows.length > 0) await rows.erasables.insertMany(this.#rows)
  }
}

export const endedItems: ParticipantKind<EndedItems> = { create: ({ clock }) => new EndedItems(clock) }
