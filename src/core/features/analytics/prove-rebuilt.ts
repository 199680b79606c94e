import type { ModeScope } from '../../engine/caller.ts'
import type { JobContext } from '../../engine/jobs/job.ts'
import { walk } from '../../engine/list/page.ts'
import { oneOf } from '../../kernel/query.ts'
import { dayIn } from '../../kernel/time.ts'
import { everyone } from '../../ports/store.ts'
import { checkRollups } from './check.ts'
import { isRebuilding } from './rebuild.ts'

/** Items that one transaction corrects. */
const chunkSize = 100

/**
 * Corrects what was counted in the old time zone: first the day under which each item is counted, so that its
 * next moves count there, then the days themselves. If the data of an organisation never stops changing,
 * `analytics rebuild` must correct it.
 */
export const proveRebuilt = async (context: JobContext, scope: ModeScope): Promise<void> => {
  const { services, extend } = context
  const organisation = await services.store.read((rows) =>
    rows.organisations.get(everyone, scope.organisationId),
  )
  if (!organisation) return
  let wrong: string[] = []
  const sort = { field: 'createdAt', descending: false } as const
  for await (const item of walk(services, 'items', scope, { where: {}, sort })) {
    if (item.createdDay !== dayIn(organisation.timeZone, item.createdAt)) wrong.push(item.id)
    if (wrong.length < chunkSize) continue
    await correctDays(context, scope, wrong)
    wrong = []
    await extend()
  }
  await correctDays(context, scope, wrong)
  const { outcome } = await checkRollups(services, scope, { mend: true })
  if (outcome === 'busy')
    services.log.warn('the days of a changed time zone could not be compared', { ...scope })
}

const correctDays = async (
  { transact }: JobContext,
  scope: ModeScope,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  await transact(async ({ rows }) => {
    const { organisationId, mode } = scope
    const organisation = await rows.organisations.get(everyone, organisationId)
    // The zone has changed once more: the rebuild for that change counts these too.
    if (!organisation || (await isRebuilding(rows, organisationId, mode))) return
    for (const item of await rows.items.find(scope, { id: oneOf(ids) })) {
      const createdDay = dayIn(organisation.timeZone, item.createdAt)
      await rows.items.update(scope, item.id, { createdDay })
    }
  })
}
