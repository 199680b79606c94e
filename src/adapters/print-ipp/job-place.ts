import type { HandOver } from '../../core/ports/print-partner.ts'
import type { PackagePlace } from '../print-package/place.ts'
import type { Sent } from './encode.ts'
import type { IppQueue } from './queue.ts'

/** How print jobs of a run are made, held or not. */
export interface JobMaking {
  queue: IppQueue
  runId: string
  attributesOf(handOver: HandOver): Sent
}

/** The steps in which the two ways of making jobs differ. */
export type JobPlace = Pick<PackagePlace, 'isThere' | 'hasBegun' | 'publish' | 'stop' | 'outcomeOf'> & {
  begin(attempt: string): void
  /** Takes one part; `name` is the job's. */
  take(attempt: string, name: string, content: AsyncIterable<Uint8Array>, attributes: Sent): Promise<void>
  remove(attempt: string): Promise<void>
}
