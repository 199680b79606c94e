import { resumeOrganisation } from '../../src/core/features/organisations/manage.ts'
import { oneOf } from '../../src/core/kernel/query.ts'
import { dayMs, minuteMs } from '../../src/core/kernel/time.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { callCore } from '../support/shop.ts'
import type { Cluster } from './cluster.ts'
import { nextDue } from './next-due.ts'

/**
 * Longer than any item takes: a jump of eight days, `sendOn` five days ahead, a long weekend, production,
 * delivery.
 */
const longestMs = 45 * dayMs
const maxRounds = 3_000

/**
 * Injects no more faults, does what operators must do (resume organisations, resolve uncertain runs, post
 * live runs), and advances the clock until nothing is due. Returns what never finished, in sentences.
 */
export const runRecoveryPhase = async (cluster: Cluster): Promise<string[]> => {
  const { simulation } = cluster
  // Some servers crash in the middle of their work; the others finish theirs.
  for (const server of cluster.servers)
    if (simulation.random.chance(0.5)) server.crash('crashes for the last time')
  simulation.faultFree = true
  simulation.trace.add('simulation', () => 'injects no faults from now on')
  cluster.printers.live.isOffline = false
  cluster.printers.test.isOffline = false
  await resumeParked(cluster)
  for (const server of cluster.servers) if (server.isDown) await server.open()
  await resumeAll(cluster)
  await cluster.renewOperatorKeys()
  const until = simulation.clock.now() + longestMs
  for (let round = 0; round < maxRounds; round++) {
    await resumeParked(cluster)
    await runDueWork(cluster)
    await operateRuns(cluster)
    const next = await nextDue(cluster)
    if (next === undefined) return []
    if (next > until) return [`something is still due at ${new Date(next).toISOString()}`]
    if (next > simulation.clock.now()) simulation.clock.set(next)
    // No server takes the due work at this time, perhaps because of a lease that is still held.
    else simulation.clock.advance(minuteMs)
  }
  return ['work is still due after the last round']
}

/** Lets the steps that parked before the recovery go on, in their order. */
const resumeParked = async ({ simulation }: Cluster): Promise<void> => {
  for (;;) {
    await simulation.runUntilParked()
    if (simulation.ready > 0) simulation.resume('first')
    else if (simulation.nextAt !== undefined) simulation.clock.set(simulation.nextAt)
    else return
  }
}

const runDueWork = async ({ servers }: Cluster): Promise<void> => {
  for (let ran = 1; ran > 0; ) {
    ran = 0
    for (const { core } of servers) {
      await core!.webhooks.settle()
      ran += (await core!.scheduler.tick()).ran
    }
  }
}

const resumeAll = async ({ simulation, servers }: Cluster): Promise<void> => {
  const suspended = await simulation.disk.read((rows) =>
    rows.organisations.find(everyone, { status: 'SUSPENDED' }),
  )
  for (const { id } of suspended) await resumeOrganisation(servers[0]!.core!.services, id)
}

/**
 * What operators do with runs: confirm what was printed, retry what failed, and report live runs as posted.
 */
const operateRuns = async ({ simulation, servers, operatorKeys, printers }: Cluster): Promise<void> => {
  const runs = await simulation.disk.read((rows) =>
    rows.runs.find(everyone, { status: oneOf(['FAILED', 'HANDING_OVER', 'HANDED_TO_PRINTER']) }),
  )
  for (const run of runs) {
    const call = async (operation: string, body: unknown) => {
      const key = operatorKeys.get(run.organisationId)![run.mode]
      const answer = await callCore(servers[0]!.core!, operation, { key, params: { id: run.id }, body })
      simulation.trace.add(
        'operator',
        () => `${operation} ${run.id} → ${answer.status} ${answer.body.code ?? ''}`,
      )
    }
    if (run.uncertain) await call('runs.handOver', { printed: printers[run.mode].hasPrinted(run.id) })
    else if (run.status === 'FAILED')
      await call(
        run.renderedAt === null ? 'runs.render' : 'runs.handOver',
        run.renderedAt === null ? undefined : {},
      )
    else if (run.status === 'HANDED_TO_PRINTER' && run.mode === 'live')
      await call('runs.offerToCarrier', undefined)
  }
}
