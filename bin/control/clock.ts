import type { Core } from '../../src/core/app/index.ts'
import { testNow } from '../../src/core/engine/mode-clock.ts'
import type { Services } from '../../src/core/engine/services.ts'
import { clockTarget, testClockToWire } from '../../src/core/features/developers/test-clock.ts'
import { getOrganisation } from '../../src/core/features/organisations/manage.ts'

export interface AdvanceClock {
  organisationId: string
  /** RFC 3339, or `next-cutoff`. */
  to: string
}

/** Moves an organisation's test clock and runs all that falls due on the way, however long it takes. */
export const advanceClock = async ({ services, webhooks }: Core, { organisationId, to }: AdvanceClock) => {
  await getOrganisation(services, organisationId)
  const goal = await services.store.read((rows) => clockTarget(services, rows, organisationId, { to }))
  let { ran } = await advanceTo(services, organisationId, goal.to)
  // The clock went on while jobs ran, so what they scheduled for now (rendering, hand-over) is due a moment
  // later.
  for (let moved = true; moved; ) {
    const next = await advanceTo(services, organisationId, await testNow(services, organisationId))
    ran += next.ran
    moved = next.ran > 0 || next.waited
  }
  // Without a server nothing else would send these events.
  await webhooks.pump()
  const clock = await services.store.read((rows) => testClockToWire(services, rows, organisationId))
  return { ...clock, ranJobs: ran }
}

/** Advances to the end, also where another server runs a job of this clock meanwhile. */
const advanceTo = async ({ scheduler }: Services, organisationId: string, to: number) => {
  let ran = 0
  for (let waited = false; ; waited = true) {
    const next = await scheduler.advance(organisationId, to)
    ran += next.ran
    if (next.done) return { ran, waited }
    await new Promise((resolve) => setTimeout(resolve, 50))
    // Resumes jobs of a server that was lost.
    await scheduler.reap()
  }
}
