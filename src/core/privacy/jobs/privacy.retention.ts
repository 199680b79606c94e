import { defineJob } from '../../jobs/registry.ts'
import { everyone } from '../../ports/store.ts'
import { dayMs, hourMs } from '../../time.ts'
import { deleteOldPages, eraseOldRecipients } from '../retention.ts'

/** While most of those whose mail this is are asleep; UTC. */
const hour = 2
const organisationsPerChunk = 100

/** Every night, by real time: what organisations do not want to keep any longer. */
export const retain = defineJob({
  kind: 'privacy.retention',
  async handler(context) {
    const { services } = context
    let after = ''
    for (;;) {
      const organisations = await services.store.read((rows) =>
        rows.organisations.find(everyone, [{ field: 'id', op: 'gt', value: after }], {
          limit: organisationsPerChunk,
        }),
      )
      for (const organisation of organisations) {
        await deleteOldPages(context, organisation)
        await eraseOldRecipients(context, organisation)
      }
      if (organisations.length < organisationsPerChunk) break
      after = organisations.at(-1)!.id
    }
    return { again: nextNight(services.clock.now()) }
  },
})

const nextNight = (now: number): number => {
  const tonight = now - (now % dayMs) + hour * hourMs
  return tonight > now ? tonight : tonight + dayMs
}
