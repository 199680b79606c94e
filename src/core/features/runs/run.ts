import type { ReadContext, Transaction, WriteContext } from '../../engine/context.ts'
import type { EventType } from '../../engine/events/catalogue.ts'
import { found } from '../../kernel/errors.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import type { ItemRow } from '../../model/items.ts'
import type { JobRow } from '../../model/jobs.ts'
import type { RunRow } from '../../model/runs.ts'
import { type RunStatus, runLifecycle } from '../../model/runs-lifecycle.ts'
import { everyone } from '../../ports/store.ts'
import type { MoveContext } from '../items/move.ts'
import { runJob } from '../items/scheduling.ts'
import type { RunWire } from './schema.ts'

export const runToWire = (run: RunRow): RunWire => ({
  id: run.id,
  status: run.status,
  isTest: run.mode === 'test',
  productId: run.productId,
  productSpecificationId: run.specificationId,
  cutoffAt: toDateTime(run.cutoffAt),
  itemCount: run.itemCount,
  parts: run.parts.map(({ name, bytes, pages, items, sha256 }) => ({ name, bytes, pages, items, sha256 })),
  partner: run.partner,
  uncertain: run.uncertain,
  reason: publicReason(run),
  findings: run.findings,
  cutoffReachedAt: toDateTimeOrNull(run.cutoffReachedAt),
  renderedAt: toDateTimeOrNull(run.renderedAt),
  handedToPrinterAt: toDateTimeOrNull(run.handedToPrinterAt),
  printedAt: toDateTimeOrNull(run.printedAt),
  handedToCarrierAt: toDateTimeOrNull(run.handedToCarrierAt),
  completedAt: toDateTimeOrNull(run.completedAt),
  createdAt: toDateTime(run.createdAt),
  updatedAt: toDateTime(run.updatedAt),
})

/**
 * Why a run waits or failed, for customers. The row's own text is the operator's: it may name folders of the
 * server and errors of its libraries. A cancelled run's is written for customers.
 */
const publicReason = ({ reason, status, uncertain, findings }: RunRow): string | null => {
  if (reason === null || status === 'CANCELLED') return reason
  if (findings.length > 0)
    return 'It is not printed before what `findings` names is mended, and goes on by itself then.'
  if (uncertain)
    return 'It is being found out whether the printer has this run. Nothing is printed twice by itself.'
  if (status === 'FAILED') return 'Production failed. Whoever runs this server sees why and can try again.'
  return status === 'RENDERED' || status === 'HANDING_OVER'
    ? 'The printer cannot take the run at the moment. It waits and goes on by itself.'
    : 'Rendering did not succeed yet. It is tried again.'
}

export const runItemToWire = (item: ItemRow) => ({
  id: item.id,
  status: item.status,
  postflowId: item.postflowId,
  postbatchId: item.postbatchId,
  recipientName: item.recipientName,
  country: item.recipientCountry,
  sequence: item.sequence,
  reference: item.reference,
  createdAt: toDateTime(item.createdAt),
  updatedAt: toDateTime(item.updatedAt),
})

/** What the moves of a run work with, in the transaction of a call. */
export const moveOf = ({ services, rows, work, organisation, now }: WriteContext): MoveContext => ({
  services,
  transaction: { rows, work },
  organisation,
  now,
})

export const runById = async (
  { rows, scope }: Pick<ReadContext, 'rows' | 'scope'>,
  id: string,
): Promise<RunRow> => found(await rows.runs.get(scope, id), 'run')

/** What is noted, and told, the first time a run gets there; a second time (after a retry) is no news. */
const milestones: Partial<Record<RunStatus, { field: MilestoneField; event?: EventType }>> = {
  CUTOFF_REACHED: { field: 'cutoffReachedAt', event: 'run.cutoff_reached' },
  RENDERED: { field: 'renderedAt', event: 'run.rendered' },
  HANDED_TO_PRINTER: { field: 'handedToPrinterAt', event: 'run.handed_to_printer' },
  HANDED_TO_CARRIER: { field: 'handedToCarrierAt' },
  COMPLETED: { field: 'completedAt' },
}
type MilestoneField =
  | 'cutoffReachedAt'
  | 'renderedAt'
  | 'handedToPrinterAt'
  | 'handedToCarrierAt'
  | 'completedAt'

/**
 * Moves a run, with its event, and persists it. `run` was read in this transaction. Throws 409 where the lifecycle
 * forbids the move.
 */
export const moveRun = async (
  { rows, work }: Transaction,
  run: RunRow,
  to: RunStatus,
  now: number,
  fields: Partial<RunRow> = {},
): Promise<RunRow> => {
  runLifecycle.assert(run.status, to)
  const milestone = milestones[to]
  const first = milestone && run[milestone.field] === null
  const patch: Partial<RunRow> = {
    reason: null,
    findings: [],
    ...fields,
    ...(first ? { [milestone.field]: now } : {}),
    ...(to === 'COMPLETED' || to === 'CANCELLED' ? { endedAt: work.realTime } : {}),
    status: to,
    revision: run.revision + 1,
    updatedAt: now,
  }
  await rows.runs.update(everyone, run.id, patch)
  const moved = { ...run, ...patch }
  if (to === 'CANCELLED') work.enqueue(runJob(run, 'runs.clean', now))
  if (first && milestone.event) {
    work.emit({
      type: milestone.event,
      organisationId: run.organisationId,
      mode: run.mode,
      at: now,
      data: {
        run: {
          id: run.id,
          status: to,
          productSpecificationId: run.specificationId,
          cutoffAt: toDateTime(run.cutoffAt),
          itemCount: moved.itemCount,
        },
      },
    })
  }
  return moved
}

/** Of a run whose pages are drawn from the beginning once more: nothing of the earlier ones counts. */
export const anew = { parts: [], drawn: [], renderedAt: null } satisfies Partial<RunRow>

/** What a job of a run passes on to the next one: a person's word that no printer has the run. */
export const wordOf = ({ payload }: Pick<JobRow, 'payload'>): { payload?: { again: true } } =>
  payload.again === true ? { payload: { again: true } } : {}
