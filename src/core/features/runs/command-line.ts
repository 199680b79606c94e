import { operatorActor } from '../../engine/audit/actor.ts'
import { nowIn } from '../../engine/mode-clock.ts'
import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import { given } from '../../kernel/query.ts'
import type { PieceOutcome, RunRow, RunStatus } from '../../model/runs.ts'
import type { PackageFile } from '../../ports/print-partner.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { readMoveContext } from '../items/chunks.ts'
import type { MoveContext } from '../items/move.ts'
import { excludeItems } from './operating.ts'
import { assertPackaged, packageFiles } from './package/package.ts'
import { itemsAt, type PieceResult, reportPieces } from './printing/report.ts'

/* Actions of operators. Each throws 404 for an unknown run, 409 `invalid_state` with the current status. */

export const listRuns = (
  services: Services,
  filter: { organisationId?: string; mode?: Mode; status?: RunStatus; limit?: number } = {},
): Promise<RunRow[]> =>
  services.store.read((rows) =>
    rows.runs.find(
      everyone,
      given({ organisationId: filter.organisationId, mode: filter.mode, status: filter.status }),
      { order: [{ field: 'cutoffAt', descending: true }], limit: filter.limit ?? 50 },
    ),
  )

export const showRun = (services: Services, runId: string): Promise<RunRow> =>
  services.store.read((rows) => known(rows, runId))

export const packageRun = async (services: Services, runId: string): Promise<AsyncIterable<PackageFile>> =>
  packageFiles(
    services,
    await services.store.read(async (rows) => assertPackaged(services, rows, await known(rows, runId))),
  )

export const excludeFromRun = (
  services: Services,
  runId: string,
  ids: readonly string[],
  reason: string,
): Promise<RunRow> => steer(services, runId, (move, run) => excludeItems(move, run, ids, reason))

/** Reports pieces by their sequence in the package; see `reportPieces`. */
export const reportOnRun = async (
  services: Services,
  runId: string,
  report: { sequences: readonly number[]; outcome: PieceOutcome; reason?: string; reprint: boolean },
): Promise<PieceResult[]> => {
  const { sequences, outcome, reason, reprint } = report
  const ids = await itemsAt(
    services,
    await showRun(services, runId),
    sequences,
    (index) => `pieces[${index}]`,
  )
  const pieces = ids.map((itemId) => ({ itemId, outcome, reason }))
  const options = { reprint, tolerant: false, by: operatorActor }
  const reported = await steer(services, runId, (move, run) => reportPieces(move, run, pieces, options))
  return reported.pieces
}

export const steer = async <T>(
  services: Services,
  runId: string,
  body: (move: MoveContext, run: RunRow) => Promise<T>,
): Promise<T> => {
  const seen = await showRun(services, runId)
  const now = await clockOf(services, seen)
  return transact(services, async (transaction) => {
    const run = await transaction.rows.runs.get(seen, runId)
    if (!run) throw notFound('run')
    return body(await readMoveContext(services, transaction, run.organisationId, now), run)
  })
}

const known = async (rows: Rows, runId: string): Promise<RunRow> => {
  const run = await rows.runs.get(everyone, runId)
  if (!run) throw notFound('run')
  return run
}

/** The current time in ms, on the clock of the run's mode. */
const clockOf = (services: Services, run: RunRow): Promise<number> =>
  services.store.read(async (rows) => {
    const organisation = await rows.organisations.get(everyone, run.organisationId)
    return organisation ? nowIn(services, organisation, run.mode) : services.clock.now()
  })
