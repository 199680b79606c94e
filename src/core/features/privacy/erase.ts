import type { NewJob } from '../../engine/jobs/kinds.ts'
import { problem } from '../../kernel/errors.ts'
import { isNotNull } from '../../kernel/query.ts'
import { toDateTime } from '../../kernel/time.ts'
import { type ErasedRequired, endedStatuses, erasedColumns, type ItemRow } from '../../model/items.ts'
import type { ErasedPerson } from '../../model/privacy.ts'
import type { RunRow, RunStatus } from '../../model/runs.ts'
import { wrongState } from '../items/item.ts'
import type { MoveContext } from '../items/move.ts'
import { saveItem, withCurrentKey } from '../items/save.ts'
import { privacyProblems } from './sentences.ts'

/** Statuses of runs that no longer need their packages. */
const finishedRuns: readonly RunStatus[] = ['COMPLETED', 'CANCELLED']

/**
 * Erases the recipient from the item and from other rows in this transaction; a job erases the files. A
 * repeated request changes nothing. Throws 409 until the item and its run have ended.
 */
export const requestErasure = async (
  context: MoveContext,
  item: ItemRow,
  options: { asked: boolean },
): Promise<ItemRow> => {
  const { services, transaction, now } = context
  const { rows, work } = transaction
  if (item.erasureRequestedAt !== null) return item
  if (!endedStatuses.includes(item.status)) {
    throw wrongState(item, 'erase')
  }
  const scope = { organisationId: item.organisationId, mode: item.mode }
  const run = item.runId === null ? undefined : await rows.runs.get(scope, item.runId)
  if (run && !isErasable(run)) {
    throw problem(
      privacyProblems.sentence('invalid_state.run_needs_item', { run: run.id, status: run.status }),
    )
  }
  const at = services.clock.now()
  await forgetAround(context, item)
  const { asked } = options
  const requested = { erasureRequestedAt: at, asked, person: asked ? personOf(item) : null }
  const known = await rows.erasables.update(scope, item.id, requested)
  if (!known) {
    await rows.erasables.insert({ id: item.id, ...scope, runId: item.runId, endedAt: at, ...requested })
  }
  if (asked) {
    work.record({
      resource: 'item',
      resourceId: item.id,
      ...scope,
      before: { erasureRequestedAt: null },
      after: { erasureRequestedAt: toDateTime(at) },
    })
  }
  const erased = erasedRow(item, { at, now })
  await saveItem(rows, erased)
  work.enqueue(eraseJob(item, at))
  return erased
}

const personOf = ({ recipient, reference, addressKey, addressKeyV2 }: ItemRow): ErasedPerson => ({
  name: recipient.name ?? null,
  companyName: recipient.companyName ?? null,
  reference,
  addressKeys: [addressKey, addressKeyV2 ?? ''].filter((key) => key !== ''),
})

export const isErasable = (run: Pick<RunRow, 'status'>): boolean => finishedRuns.includes(run.status)

/** Clears rows of other features that name the recipient, or lead from an item to the recipient. */
const forgetAround = async ({ transaction: { rows } }: MoveContext, item: ItemRow): Promise<void> => {
  const scope = { organisationId: item.organisationId, mode: item.mode }
  const ofItem = { itemId: item.id }
  const { addressKeyV2 } = withCurrentKey(item)
  // An index finds the entries of the item by their address, in any spelling.
  for (const at of [{ addressKeyV2 }, { addressKeyV2: null, addressKey: item.addressKey }]) {
    // A proposal has no use without the item. An entry that suppresses must stay, or mail would be sent
    // again.
    await rows.suppressions.remove(scope, [at, ofItem, { status: 'PROPOSED' }])
    await rows.suppressions.updateWhere(scope, [at, ofItem], { itemId: null })
  }
  if (item.postbatchId !== null) {
    const id = item.postbatchId
    await rows.postbatches.updateWhere(scope, { id, rejectionReason: isNotNull }, { rejectionReason: null })
    const corrected = { id, salutationCorrections: isNotNull }
    await rows.postbatches.updateWhere(scope, corrected, { salutationCorrections: null })
  }
  await rows.scans.updateWhere(scope, [ofItem, { clientAddress: isNotNull }], { clientAddress: null })
}

/** Returns the row without recipient and free text; statuses, times, money and ids stay. */
const erasedRow = (item: ItemRow, { at, now }: { at: number; now: number }): ItemRow => ({
  ...item,
  ...erasedColumns,
  ...({
    recipient: { country: item.recipientCountry },
    recipientName: '',
    addressKey: '',
    data: {},
    findings: [],
    history: item.history.map(({ reason: _, ...entry }) => entry),
  } satisfies ErasedRequired),
  addressKeyV2: '',
  erasureRequestedAt: at,
  updatedAt: now,
  revision: item.revision + 1,
})

/** Makes one job per run, so that its parts are written once for all erased items. */
const eraseJob = (
  item: Pick<ItemRow, 'id' | 'organisationId' | 'mode' | 'runId'>,
  dueAt: number,
): NewJob => ({
  kind: 'privacy.erase',
  subject: item.runId ?? item.id,
  organisationId: item.organisationId,
  // Runs on the real clock, in test mode too.
  mode: null,
  dueAt,
  payload: item.runId === null ? { itemId: item.id } : { runId: item.runId },
})
