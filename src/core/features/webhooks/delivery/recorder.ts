import { Groups } from '../../../engine/groups.ts'
import type { Services } from '../../../engine/services.ts'
import { type Ended, finishDelivered, finishFailed, isDelivered } from './finish.ts'

/** As many outcomes in one transaction: each may hold an answer of 16 KiB. */
const outcomesTogether = 64

/**
 * Records outcomes of attempts. Those of one organisation that end while an earlier transaction of theirs is under way
 * share the next one: on PostgreSQL each waits for the database several times. Organisations share none, because one of
 * them may be locked for long.
 */
export class Recorder {
  readonly #groups: Groups<Ended, boolean>

  constructor(services: Services) {
    this.#groups = new Groups({
      most: outcomesTogether,
      async carryOut(first, begin) {
        const finish = isDelivered(first.outcome) ? finishDelivered : finishFailed
        const counted = await finish(services, begin)
        return begin().map(({ claim }) => counted.has(claim.delivery.id))
      },
    })
  }

  /** False where the lease was lost meanwhile, so that nothing changed. Rejects where it cannot be written. */
  record(ended: Ended): Promise<boolean> {
    const { claim, outcome } = ended
    return this.#groups.ask(`${claim.delivery.organisationId}|${isDelivered(outcome)}`, ended)
  }
}
