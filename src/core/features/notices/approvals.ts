import type { Rows } from '../../ports/store.ts'
import { countItems } from '../items/counts.ts'

/** Counts no further: more is "many". */
const most = 1000

/** What waits for an approval in live mode. */
export const waitingFor = async (rows: Rows, organisationId: string) => {
  const scope = { organisationId, mode: 'live' as const }
  const { byStatus } = await countItems(rows, scope, {})
  const order = [{ field: 'createdAt', descending: true }] as const
  const validated = { status: 'VALIDATED' } as const
  const tally = await rows.postbatches.tally(scope, validated, { by: 'status', order, limit: most })
  return { items: byStatus.PENDING_APPROVAL, postbatches: tally.get('VALIDATED') ?? 0 }
}
