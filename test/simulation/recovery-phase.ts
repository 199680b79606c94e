import { transact } from '../../src/core/engine/transact.ts'
import { resumeOrganisation } from '../../src/core/features/organisations/manage.ts'
import { movePrinter } from '../../src/core/features/printers/printer.ts'
import { isNotNull, oneOf } from '../../src/core/kernel/query.ts'
import { dayMs, minuteMs } from '../../src/core/kernel/time.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { callCore } from '../support/shop.ts'
import { capKeys, capOrganisation } from './clients/caps.ts'
import type { Cluster } from './cluster.ts'
import { miscounted } from './invariants/caps.ts'
import { nextDue } from './next-due.ts'

/** Longer than any item takes: a jump of 8 days, `sendOn` in 5 days, a long weekend, production, delivery. */
const longestMs = 45 * dayMs
const maxRounds = 3_000

/**
 * Stops injecting faults, performs the operators' tasks (resume organisations, resolve uncertain runs, post
 * live runs), and advances the clock until nothing is due. Returns unfinished work, in sentences.
 */
export const runRecoveryPhase = async (cluster: Cluster): Promise<string[]> => {
  const { simulation } = cluster
  // Some servers crash in the middle of their work; the others finish it.
  for (const server of cluster.servers)
    if (simulation.random.chance(0.5)) server.crash('crashes for the last time')
  simulation.faultFree = true
  simulation.trace.add('simulation', () => 'stops injecting faults')
  cluster.fleet.comeBack()
  await resumeParked(cluster)
  for (const server of cluster.servers) if (server.isDown) await server.open()
  await resumeAll(cluster)
  await cluster.renewOperatorKeys()
  await countSpending(cluster)
  await liftHindrances(cluster)
  const until = simulation.clock.now() + longestMs
  for (let round = 0; round < maxRounds; round++) {
    await resumeParked(cluster)
    await runDueWork(cluster)
    await operateRuns(cluster)
    const next = await nextDue(cluster)
    if (next === undefined) return []
    if (next > until) return [`something is still due at ${new Date(next).toISOString()}`]
    if (next > simulation.clock.now()) simulation.clock.set(next)
    // No server takes the due work at this time, perhaps because a lease is still held.
    else simulation.clock.advance(minuteMs)
  }
  return ['work is still due after the last round']
}

/** Compares spending counters with a recount after every requested count is done. */
const countSpending = async (cluster: Cluster): Promise<void> => {
  const { simulation } = cluster
  const isCounting = () =>
    simulation.disk.read(
      async (rows) => (await rows.jobs.count(everyone, { kind: 'billing.countSpending' })) > 0,
    )
  // A crashed server keeps its lease of a count for some minutes.
  for (let minute = 0; minute < 30 && (await isCounting()); minute++) {
    await resumeParked(cluster)
    await runDueWork(cluster)
    simulation.clock.advance(minuteMs)
  }
  const now = simulation.clock.now()
  simulation.history.miscounted.push(...(await simulation.disk.read((rows) => miscounted(rows, now))))
}

/** Makes printers available and raises or removes caps, so that waiting work resumes. */
const liftHindrances = async ({ simulation, servers }: Cluster): Promise<void> => {
  const core = servers[0]!.core!
  const { services } = core
  const paused = await simulation.disk.read((rows) => rows.printers.find(everyone, { status: 'PAUSED' }))
  for (const { id } of paused)
    await transact(services, ({ rows }) => movePrinter(services, rows, id, 'ACTIVE'))
  const { organisations, keys } = await simulation.disk.read(async (rows) => ({
    organisations: await rows.organisations.find(everyone, {}),
    keys: await rows.apiKeys.find(everyone, { spendingCapCents: isNotNull }),
  }))
  const withKeyCaps = new Set(keys.map(({ organisationId }) => organisationId))
  for (const { id, spendingCapCents } of organisations) {
    const cents = simulation.random.pick([null, 10_000_000])
    if (spendingCapCents !== null) await capOrganisation(core, id, cents)
    if (withKeyCaps.has(id)) await capKeys(core, id, cents)
  }
}

/** Resumes parked steps in order until none is left; advances the clock to those that wait for a time. */
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

/** Operators' work on runs: confirm printed ones, retry failed ones, report live ones as posted. */
const operateRuns = async (cluster: Cluster): Promise<void> => {
  const { simulation, servers, operatorKeys, fleet } = cluster
  const open = await settleRemakes(cluster)
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
    if (run.uncertain) await call('runs.handOver', { printed: fleet.look(run.id) })
    else if (run.status === 'FAILED')
      await call(
        run.renderedAt === null ? 'runs.render' : 'runs.handOver',
        run.renderedAt === null ? undefined : {},
      )
    else if (run.status === 'HANDED_TO_PRINTER' && run.mode === 'live' && !open.has(run.id))
      await call('runs.offerToCarrier', undefined)
  }
}

/** Reports whether printers have uncertain remakes. Returns the runs with unfinished remakes. */
const settleRemakes = async ({
  simulation,
  servers,
  operatorKeys,
  fleet,
}: Cluster): Promise<ReadonlySet<string>> => {
  const open = await simulation.disk.read((rows) =>
    rows.runRemakes.find(everyone, { status: oneOf(['WAITING', 'HANDING_OVER']) }),
  )
  for (const { id, runId, number, organisationId, mode, uncertain } of open) {
    if (!uncertain) continue
    const answer = await callCore(servers[0]!.core!, 'runs.handOverRemake', {
      key: operatorKeys.get(organisationId)![mode],
      params: { id: runId, number: String(number) },
      body: { printed: fleet.look(id) },
    })
    simulation.trace.add('operator', () => `runs.handOverRemake ${id} → ${answer.status}`)
  }
  return new Set(open.map(({ runId }) => runId))
}
