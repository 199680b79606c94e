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
  let { ran, done } = await services.scheduler.advance(organisationId, target)
  while (!done) {
    // Another server is at a job of this clock.
    await new Promise((resolve) => setTimeout(resolve, 50))
    const next = await services.scheduler.advance(organisationId, target)
    ran += next.ran
    done = next.done
  }
  // Time went on while jobs ran, so what they asked for at once (rendering, hand-over) is due a moment later.
  for (let more = 1; more > 0; ran += more) {
    more = (await services.scheduler.advance(organisationId, await testNow(services, organisationId))).ran
  }
  // Without a server nobody else would send what happened on the way.
  await webhooks.pump()
  const clock = await services.store.read((rows) => testClockToWire(services, rows, organisationId))
  return { ...clock, ranJobs: ran }
}
