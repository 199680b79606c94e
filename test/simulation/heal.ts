import { resumeOrganisation } from '../../src/core/features/organisations/manage.ts'
import { oneOf } from '../../src/core/kernel/query.ts'
import { dayMs, minuteMs } from '../../src/core/kernel/time.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { callCore } from '../support/shop.ts'
import { nextDue } from './due.ts'
import type { Town } from './town.ts'

/** Longer than any item takes: eight days of a jump, `sendOn` five days ahead, a long weekend, production and delivery. */
const longestMs = 45 * dayMs
const mostRounds = 3_000

/**
 * Everything is well again, and people do what is theirs to do: organisations are resumed, doubts about runs ended,
 * live runs posted. Time goes on until nothing is due any more. Returns what never came to rest.
 */
export const heal = async (town: Town): Promise<string[]> => {
  const { world } = town
  // Some die with what they were at, the others finish it.
  for (const server of town.servers) if (world.dice.chance(0.5)) server.crash('dies last')
  world.calm = true
  world.story.tell('world', () => 'all is well from now on')
  town.printers.live.isAway = false
  town.printers.test.isAway = false
  await unpark(town)
  for (const server of town.servers) if (server.isDown) await server.open()
  await resumeAll(town)
  await town.renewOperatorKeys()
  const until = world.clock.now() + longestMs
  for (let round = 0; round < mostRounds; round++) {
    await unpark(town)
    await work(town)
    await duties(town)
    const next = await nextDue(town)
    if (next === undefined) return []
    if (next > until) return [`something is still due at ${new Date(next).toISOString()}`]
    if (next > world.clock.now()) world.clock.set(next)
    // Due work that no server takes: the machine's clock goes on all the same.
    else world.clock.advance(minuteMs)
  }
  return ['it never comes to rest']
}

/** Steps that were begun in worse times go on, in their order. */
const unpark = async ({ world }: Town): Promise<void> => {
  for (;;) {
    await world.quiet()
    if (world.ready > 0) world.resume('first')
    else if (world.nextAt !== undefined) world.clock.set(world.nextAt)
    else return
  }
}

const work = async ({ servers }: Town): Promise<void> => {
  for (let ran = 1; ran > 0; ) {
    ran = 0
    for (const { core } of servers) {
      await core!.webhooks.settle()
      ran += (await core!.scheduler.tick()).ran
    }
  }
}

const resumeAll = async ({ world, servers }: Town): Promise<void> => {
  const suspended = await world.disk.read((rows) =>
    rows.organisations.find(everyone, { status: 'SUSPENDED' }),
  )
  for (const { id } of suspended) await resumeOrganisation(servers[0]!.core!.services, id)
}

/** What people owe runs: the truth about the printer, a retry, and in live mode the word that it was posted. */
const duties = async ({ world, servers, operatorKeys, printers }: Town): Promise<void> => {
  const runs = await world.disk.read((rows) =>
    rows.runs.find(everyone, { status: oneOf(['FAILED', 'HANDING_OVER', 'HANDED_TO_PRINTER']) }),
  )
  for (const run of runs) {
    const ask = async (operation: string, body: unknown) => {
      const key = operatorKeys.get(run.organisationId)![run.mode]
      const answer = await callCore(servers[0]!.core!, operation, { key, params: { id: run.id }, body })
      world.story.tell(
        'operator',
        () => `${operation} ${run.id} → ${answer.status} ${answer.body.code ?? ''}`,
      )
    }
    if (run.uncertain) await ask('runs.handOver', { printed: printers[run.mode].hasPrinted(run.id) })
    else if (run.status === 'FAILED')
      await ask(
        run.renderedAt === null ? 'runs.render' : 'runs.handOver',
        run.renderedAt === null ? undefined : {},
      )
    else if (run.status === 'HANDED_TO_PRINTER' && run.mode === 'live')
      await ask('runs.offerToCarrier', undefined)
  }
}
