import { apiPrefix } from '../../../engine/operation.ts'
import type { Services } from '../../../engine/services.ts'
import { toHex } from '../../../kernel/bytes.ts'
import { problem } from '../../../kernel/errors.ts'
import type { RecordedActor } from '../../../model/audit.ts'
import type { RunRow } from '../../../model/runs.ts'
import { type CallbackEvent, type RunStatus, runLifecycle } from '../../../model/runs.ts'
import type { MoveContext } from '../../items/move.ts'
import { partnerNameOf } from '../../printers/desk.ts'
import { changeRun } from '../run.ts'
import { runStateProblems } from '../sentences.ts'
import { enterProduction, markAbandoned, offerToCarrier } from './progress.ts'
import { reportPieces } from './report.ts'

type Signing = Pick<Services, 'crypto'>

const tokenOf = ({ crypto }: Signing, runId: string): Uint8Array =>
  crypto.hmacSha256(crypto.derive('run-callback'), runId)

/** The URL in `manifest.json` for a printer's reports. Its credential is valid for this run only. */
export const callbackUrl = (services: Pick<Services, 'crypto' | 'config'>, runId: string): string =>
  `${services.config.baseUrl}${apiPrefix}/runs/${runId}/callback?token=${toHex(tokenOf(services, runId))}`

/** Compares in constant time. */
export const isCallbackToken = (services: Signing, runId: string, token: string): boolean => {
  const encoder = new TextEncoder()
  return services.crypto.equal(encoder.encode(toHex(tokenOf(services, runId))), encoder.encode(token))
}

/** The holder of the URL counts as the printer. */
const printer: RecordedActor = { type: 'PUBLIC', id: 'printer', name: 'printer' }

/** Statuses in which a printer may have the run. Its report settles an uncertain hand-over. */
const withPrinter: readonly RunStatus[] = [
  'HANDING_OVER',
  'HANDED_TO_PRINTER',
  'HANDED_TO_CARRIER',
  'COMPLETED',
]

/**
 * Applies a printer's report; idempotent. `itemIds` are those of its DAMAGED pieces. Throws 409 if no printer
 * can have the run, or for a failure reported after the run is with the carrier.
 */
export const takeCallback = async (
  move: MoveContext,
  run: RunRow,
  event: CallbackEvent,
  { itemIds, reason }: { itemIds: readonly string[]; reason?: string | undefined },
): Promise<RunRow> => {
  const { services, transaction, now } = move
  if (!withPrinter.includes(run.status)) {
    throw problem(runStateProblems.sentence('invalid_state.not_with_printer', { status: run.status }))
  }
  let current = run
  if (runLifecycle.allows(run.status, 'HANDED_TO_PRINTER')) {
    const name = await partnerNameOf(services, transaction.rows, run)
    current = await enterProduction(services, transaction, run, now, { partner: name, reference: null })
  }
  if (event === 'PRINTED') current = await notePrinted(move, current)
  if (event === 'FAILED') current = await noteFailed(move, current, reason)
  if (event === 'HANDED_TO_CARRIER' && current.status === 'HANDED_TO_PRINTER') {
    current = await offerToCarrier(services, transaction, current, now)
  }
  if (event === 'DAMAGED') {
    const pieces = itemIds.map((itemId) => ({ itemId, outcome: 'DAMAGED' as const, reason }))
    const reported = await reportPieces(move, current, pieces, {
      reprint: false,
      tolerant: true,
      by: printer,
    })
    current = reported.run
  }
  return current
}

const notePrinted = async ({ transaction, now }: MoveContext, run: RunRow): Promise<RunRow> => {
  const isAbandoned = run.status === 'HANDED_TO_PRINTER' && run.uncertain
  if (run.printedAt !== null && !isAbandoned) return run
  const settled = isAbandoned ? { uncertain: false, reason: null } : {}
  return changeRun(transaction.rows, run, { printedAt: run.printedAt ?? now, ...settled }, now)
}

const noteFailed = (
  { transaction, now }: MoveContext,
  run: RunRow,
  reason = 'No reason was reported.',
): Promise<RunRow> => {
  if (run.status !== 'HANDED_TO_PRINTER') {
    throw problem(runStateProblems.sentence('invalid_state.failed_late', { status: run.status }))
  }
  return markAbandoned(transaction.rows, run, `The printer reports a failure. ${reason}`, now)
}
