import type { JobContext } from '../../engine/jobs/job.ts'
import { nowIn } from '../../engine/mode-clock.ts'
import type { Mode } from '../../kernel/mode.ts'
import { chunksById, isNull, lte, type Test } from '../../kernel/query.ts'
import { dayMs } from '../../kernel/time.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { ErasableRow } from '../../model/privacy.ts'
import type { RunRow } from '../../model/runs.ts'
import { itemById } from '../items/item.ts'
import { removeRemakePages } from '../runs/remakes/package.ts'
import { isErasable, requestErasure } from './erase.ts'
import { discardPackage } from './pages.ts'

/** Items of one transaction: erasing one touches about five tables. */
const itemsPerChunk = 50
const runsPerChunk = 100

const modes: readonly Mode[] = ['live', 'test']

/** Erases the recipients of all items that ended longer ago than the organisation's address retention. */
export const eraseOldRecipients = async (
  context: JobContext,
  organisation: OrganisationRow,
): Promise<void> => {
  if (organisation.addressRetentionDays === null) return
  const before = context.services.clock.now() - organisation.addressRetentionDays * dayMs
  for (const mode of modes) {
    let after: { values: number[]; id: string } | undefined
    do {
      after = await eraseChunk(context, organisation, mode, before, after)
      await context.extend()
    } while (after)
  }
}

/** Erases a chunk; returns where to continue. Skips items until their run no longer needs its package. */
const eraseChunk = (
  { services, transact }: JobContext,
  organisation: OrganisationRow,
  mode: Mode,
  before: number,
  after: { values: number[]; id: string } | undefined,
) =>
  transact(async (transaction) => {
    const { rows } = transaction
    const scope = { organisationId: organisation.id, mode }
    const page = await rows.erasables.list(scope, {
      where: { endedAt: lte(before), erasureRequestedAt: isNull },
      sort: [{ field: 'endedAt', descending: false }],
      ...(after && { after }),
      limit: itemsPerChunk,
      total: false,
    })
    const runs = new Map<string, RunRow | undefined>()
    for (const row of page.rows) {
      const { runId } = row
      if (runId !== null && !runs.has(runId)) runs.set(runId, await rows.runs.get(scope, runId))
      const run = runId === null ? undefined : runs.get(runId)
      if (run && !isErasable(run)) continue
      const item = await itemById(rows, scope, row.id)
      const move = { services, transaction, organisation, now: nowIn(services, organisation, mode) }
      await requestErasure(move, item, { asked: false })
    }
    return page.hasMore ? placeOf(page.rows.at(-1)!) : undefined
  })

const placeOf = ({ endedAt, id }: ErasableRow) => ({ values: [endedAt], id })

/** A run whose pages stay, because its package could not be removed from the printer's folder. */
export interface WaitingRun {
  id: string
  reason: unknown
}

/** Deletes pages past the retention. Returns runs that must wait for an unreachable printer. */
export const deleteOldPages = async (
  context: JobContext,
  organisation: OrganisationRow,
): Promise<WaitingRun[]> => {
  const waiting: WaitingRun[] = []
  if (organisation.pdfRetentionDays === null) return waiting
  const { services, extend } = context
  const before = services.clock.now() - organisation.pdfRetentionDays * dayMs
  for (const mode of modes) {
    const scope = { organisationId: organisation.id, mode }
    const ended = (id: Test<string>, limit: number) =>
      services.store.read((rows) =>
        rows.runs.find(scope, { id, pagesDeletedAt: isNull, endedAt: lte(before) }, { limit }),
      )
    for await (const runs of chunksById(runsPerChunk, ended)) {
      for (const run of runs) {
        const failure = await deletePages(context, run)
        if (failure) waiting.push(failure)
        await extend()
      }
    }
  }
  return waiting
}

const deletePages = async (
  { services, transact }: JobContext,
  run: RunRow,
): Promise<WaitingRun | undefined> => {
  // The printer's folder comes first: a run that must wait keeps its files, which its row still names.
  try {
    await discardPackage(services, run)
  } catch (reason) {
    return { id: run.id, reason }
  }
  for (const part of run.parts) await services.blobs.remove(part.blobKey)
  await removeRemakePages(services, run.id)
  const pagesDeletedAt = services.clock.now()
  await transact(({ rows }) => rows.runs.update(run, run.id, { pagesDeletedAt }))
  return undefined
}
