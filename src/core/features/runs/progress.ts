import type { Transaction } from '../../engine/context.ts'
import type { JobContext } from '../../engine/jobs/registry.ts'
import type { Services } from '../../engine/services.ts'
import { dayMs } from '../../kernel/time.ts'
import type { ItemStatus } from '../../model/items-lifecycle.ts'
import type { RunRow } from '../../model/runs.ts'
import { everyone } from '../../ports/store.ts'
import { runJob } from '../items/scheduling.ts'
import { specificationOf } from '../products/specification.ts'
import { moveRun } from './run.ts'

type Step = Pick<JobContext, 'services' | 'now' | 'transact'>

/** Who has the run now, and under which name they know it. */
export interface Printer {
  partner: string
  reference: string | null
}

/** What follows once the printer has the run: its items go into production, and in test mode the rest by itself. */
export const handedOver = async (
  services: Services,
  transaction: Transaction,
  run: RunRow,
  now: number,
  printer: Printer,
): Promise<RunRow> => {
  const moved = await moveRun(transaction, run, 'HANDED_TO_PRINTER', now, {
    partner: printer.partner,
    partnerReference: printer.reference,
    uncertain: false,
  })
  moveItems(transaction, moved, 'IN_PRODUCTION', now)
  if (run.mode === 'test') {
    const { productionDays } = await specificationOf(services, transaction.rows, run.specificationId)
    transaction.work.enqueue(runJob(run, 'runs.offerToCarrier', now + productionDays * dayMs))
  }
  return moved
}

/** The same in a transaction of its own, where the run is still on its way to the printer. */
export const finishHandOver = (
  { services, now, transact }: Step,
  runId: string,
  printer: Printer,
): Promise<void> =>
  transact(async (transaction) => {
    const run = await transaction.rows.runs.get(everyone, runId)
    if (run?.status === 'HANDING_OVER') await handedOver(services, transaction, run, now, printer)
  })

/** HANDED_TO_PRINTER → HANDED_TO_CARRIER; its completion is due after the days that delivery takes. */
export const offerToCarrier = async (
  services: Services,
  transaction: Transaction,
  run: RunRow,
  now: number,
): Promise<RunRow> => {
  const moved = await moveRun(transaction, run, 'HANDED_TO_CARRIER', now)
  moveItems(transaction, moved, 'HANDED_TO_CARRIER', now)
  const { deliveryDays } = await specificationOf(services, transaction.rows, run.specificationId)
  transaction.work.enqueue(runJob(run, 'runs.complete', now + deliveryDays * dayMs))
  return moved
}

/** HANDED_TO_CARRIER → COMPLETED. */
export const complete = async (transaction: Transaction, run: RunRow, now: number): Promise<RunRow> => {
  const moved = await moveRun(transaction, run, 'COMPLETED', now)
  moveItems(transaction, moved, 'COMPLETED', now)
  return moved
}

/** The parent's state flips first; its items follow in chunks (docs/design.md#transactions). */
const moveItems = ({ work }: Transaction, run: RunRow, to: ItemStatus, now: number): void =>
  work.enqueue(runJob(run, 'runs.moveItems', now, { subject: `${run.id}|${to}`, payload: { to } }))
