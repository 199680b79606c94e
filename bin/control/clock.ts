import { clockTarget, testClockToWire } from '../../src/core/developers/test-clock.ts'
import type { Core } from '../../src/core/index.ts'
import { testNow } from '../../src/core/jobs/scheduler.ts'
import { getOrganisation } from '../../src/core/organisations/manage.ts'

export interface AdvanceClock {
  organisationId: string
  /** RFC 3339, or `next-cutoff`. */
  to: string
}

/** Moves an organisation's test clock and runs all that falls due on the way, however long it takes. */
export const advanceClock = async ({ services, webhooks }: Core, { organisationId, to }: AdvanceClock) => {
  await getOrganisation(services, organisationId)
  const target = await services.store.read((rows) => clockTarget(services, rows, organisationId, { to }))
  const advance = async (until: number): Promise<number> => {
    let all = 0
    for (;;) {
      const { ran, done } = await services.scheduler.advance(organisationId, until)
      all += ran
      if (done) return all
      // Another server is at a job of this clock.
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  let ran = await advance(target)
  // Time went on while jobs ran, so what they asked for at once (rendering, hand-over) is due a moment later.
  for (let more = 1; more > 0; ran += more) {
    more = await advance(await testNow(services, organisationId))
  }
  // Without a server nobody else would send what happened on the way.
  await webhooks.pump()
  const clock = await services.store.read((rows) => testClockToWire(services, rows, organisationId))
  return { ...clock, ranJobs: ran }
}
