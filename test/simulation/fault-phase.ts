import { hourMs, minuteMs, secondMs } from '../../src/core/kernel/time.ts'
import { performAction } from './clients/actions.ts'
import { Client } from './clients/client.ts'
import type { Cluster } from './cluster.ts'
import { nextDue } from './next-due.ts'

/** A possible next step with its relative probability; 0 excludes it. */
interface Choice {
  weight: number
  take(): void | Promise<void>
}

/** Limits the number of steps, so that every seed ends. */
const stepsPerAction = 150

/** Runs clients and servers concurrently, with the profile's faults, until all actions or steps are done. */
export const runFaultPhase = async (cluster: Cluster): Promise<{ steps: number }> => {
  const { simulation } = cluster
  const clients = cluster.accounts.flatMap((account) =>
    ['a', 'b'].map(
      (name) => new Client(cluster, account, `${account.mode}-${account.organisationId.slice(-4)}-${name}`),
    ),
  )
  let begun = 0
  const begin = () => {
    const client = simulation.random.pick(clients.filter(({ isBusy }) => !isBusy))
    client.isBusy = true
    begun++
    performAction(client).then(
      () => {
        client.isBusy = false
      },
      (error: unknown) =>
        simulation.history.unexplainedErrors.push(`${client.name} threw: ${(error as Error).stack}`),
    )
  }
  simulation.faultFree = false
  simulation.isSetUp = true
  let steps = 0
  for (; steps < simulation.profile.actions * stepsPerAction; steps++) {
    await simulation.runUntilParked()
    const isBusy = clients.some((client) => client.isBusy)
    if (begun >= simulation.profile.actions && !isBusy) break
    const mayBegin = begun < simulation.profile.actions && clients.some((client) => !client.isBusy)
    await pick(simulation.random.float(), [
      { weight: simulation.ready > 0 ? 8 + simulation.ready : 0, take: () => simulation.resume('any') },
      { weight: mayBegin ? simulation.profile.pace : 0, take: begin },
      ...environmentChoices(cluster, await nextDue(cluster)),
    ])
  }
  await simulation.runUntilParked()
  return { steps }
}

const pick = async (at: number, choices: readonly Choice[]): Promise<void> => {
  let point = at * choices.reduce((sum, { weight }) => sum + weight, 0)
  for (const { weight, take } of choices) {
    point -= weight
    if (point < 0) return take()
  }
}

/** The possible steps of servers, receivers, printers and the clock. */
const environmentChoices = (cluster: Cluster, due: number | undefined): Choice[] => {
  const { simulation } = cluster
  const { random, profile, clock, trace } = simulation
  const choices: Choice[] = []
  const isDue = due !== undefined && due <= clock.now()
  for (const server of cluster.servers) {
    if (server.isDown) choices.push({ weight: 1, take: () => void server.open() })
    else {
      choices.push({ weight: isDue ? 0.8 : 0.15, take: () => void server.round('jobs') })
      choices.push({ weight: isDue ? 0.8 : 0.15, take: () => void server.round('deliveries') })
      choices.push({ weight: profile.crashes * 10, take: () => server.crash() })
    }
  }
  const by = (ms: number) => clock.advance(ms)
  choices.push({ weight: 0.8, take: () => by(random.integer(20 * secondMs)) })
  choices.push({ weight: 0.1, take: () => by(random.integer(10 * minuteMs)) })
  if (due !== undefined && !isDue && due - clock.now() <= profile.longestJumpMs)
    choices.push({ weight: 1.5, take: () => clock.set(due) })
  choices.push({
    weight: 0.06,
    take() {
      by(random.integer(profile.longestJumpMs))
      trace.add('clock', () => 'jumps forward to this time')
    },
  })
  if (profile.clockGoesBack) {
    choices.push({
      weight: 0.04,
      take() {
        clock.set(clock.now() - random.integer(2 * hourMs))
        trace.add('clock', () => 'is set back to this time')
      },
    })
  }
  choices.push({ weight: profile.behaviourChanges, take: () => cluster.changeBehaviour() })
  choices.push({
    weight: 0.05,
    take: () => cluster.fleet.toggle(),
  })
  return choices
}
