import { apiPrefix } from '../../engine/operation.ts'
import type { Services } from '../../engine/services.ts'
import { toHex } from '../../kernel/bytes.ts'
import { problem } from '../../kernel/errors.ts'
import type { RunRow } from '../../model/runs.ts'
import { type CallbackEvent, type RunStatus, runLifecycle } from '../../model/runs-lifecycle.ts'
import type { MoveContext } from '../items/move.ts'
import { handedOver, offerToCarrier } from './progress.ts'
import { reportPieces } from './report.ts'

type Signing = Pick<Services, 'crypto'>

const tokenOf = ({ crypto }: Signing, runId: string): Uint8Array =>
  crypto.hmacSha256(crypto.derive('run-callback'), runId)

/**
 * Where the printer of a run tells how it goes: the address itself is the credential, and it is good for this run only.
 * It stands in `manifest.json`.
 */
export const callbackUrl = (services: Pick<Services, 'crypto' | 'config'>, runId: string): string =>
  `${services.config.baseUrl}${apiPrefix}/runs/${runId}/callback?token=${toHex(tokenOf(services, runId))}`

/** Compared in constant time. */
export const isCallbackToken = (services: Signing, runId: string, token: string): boolean => {
  const encoder = new TextEncoder()
  return services.crypto.equal(encoder.encode(toHex(tokenOf(services, runId))), encoder.encode(token))
}

/** The printer has the run: a word about it ends every doubt. */
const withPrinter: readonly RunStatus[] = [
  'HANDING_OVER',
  'HANDED_TO_PRINTER',
  'HANDED_TO_CARRIER',
  'COMPLETED',
]

/**
 * Takes a printer's word. What is known already changes nothing, so that it may be told twice. `damaged` are the items of
 * its DAMAGED pieces. Throws 409 where no printer can have the run.
 */
export const takeCallback = async (
  move: MoveContext,
  run: RunRow,
  event: CallbackEvent,
  damaged: { itemIds: readonly string[]; reason?: string | undefined },
): Promise<RunRow> => {
  const { services, transaction, now } = move
  if (!withPrinter.includes(run.status)) {
    throw problem('invalid_state', `This run is ${run.status}: no printer can have it.`)
  }
  let current = run
  if (runLifecycle.allows(run.status, 'HANDED_TO_PRINTER')) {
    const { name } = services.printPartners[run.mode]
    current = await handedOver(services, transaction, run, now, { partner: name, reference: null })
  }
  if (event === 'PRINTED' && current.printedAt === null) {
    current = { ...current, printedAt: now, revision: current.revision + 1, updatedAt: now }
    const { printedAt, revision, updatedAt } = current
    const scope = { organisationId: run.organisationId, mode: run.mode }
    await transaction.rows.runs.update(scope, run.id, { printedAt, revision, updatedAt })
  }
  if (event === 'HANDED_TO_CARRIER' && current.status === 'HANDED_TO_PRINTER') {
    current = await offerToCarrier(services, transaction, current, now)
  }
  if (event === 'DAMAGED') {
    const pieces = damaged.itemIds.map((itemId) => ({
      itemId,
      outcome: 'DAMAGED' as const,
      reason: damaged.reason,
    }))
    await reportPieces(move, current, pieces, { reprint: false, tolerant: true })
  }
  return current
}
