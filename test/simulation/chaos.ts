import { hourMs, minuteMs, secondMs } from '../../src/core/kernel/time.ts'
import { act } from './clients/actions.ts'
import { Client } from './clients/client.ts'
import { nextDue } from './due.ts'
import type { Town } from './town.ts'

/** Something that happens next, and how likely beside the others; nothing where it cannot. */
interface Move {
  share: number
  go(): void | Promise<void>
}

/** However the dice fall, a seed ends. */
const stepsPerDeed = 150

/** Runs clients and servers at once, with every fault of the profile, until the clients are done. */
export const chaos = async (town: Town): Promise<{ steps: number }> => {
  const { world } = town
  const clients = town.accounts.flatMap((account) =>
    ['a', 'b'].map(
      (name) => new Client(town, account, `${account.mode}-${account.organisationId.slice(-4)}-${name}`),
    ),
  )
  let begun = 0
  const begin = () => {
    const client = world.dice.pick(clients.filter(({ isBusy }) => !isBusy))
    client.isBusy = true
    begun++
    act(client).then(
      () => {
        client.isBusy = false
      },
      (error: unknown) => world.chronicle.wrong.push(`${client.name} fell over: ${(error as Error).stack}`),
    )
  }
  world.calm = false
  world.isOpen = true
  let steps = 0
  for (; steps < world.profile.deeds * stepsPerDeed; steps++) {
    await world.quiet()
    const isBusy = clients.some((client) => client.isBusy)
    if (begun >= world.profile.deeds && !isBusy) break
    const mayBegin = begun < world.profile.deeds && clients.some((client) => !client.isBusy)
    await pick(world.dice.float(), [
      { share: world.ready > 0 ? 8 + world.ready : 0, go: () => world.resume('any') },
      { share: mayBegin ? world.profile.pace : 0, go: begin },
      ...movesOf(town, await nextDue(town)),
    ])
  }
  await world.quiet()
  return { steps }
}

const pick = async (at: number, moves: readonly Move[]): Promise<void> => {
  let point = at * moves.reduce((sum, { share }) => sum + share, 0)
  for (const { share, go } of moves) {
    point -= share
    if (point < 0) return go()
  }
}

/** What servers, receivers, printers and the clock do by themselves. */
const movesOf = (town: Town, due: number | undefined): Move[] => {
  const { world } = town
  const { dice, profile, clock, story } = world
  const moves: Move[] = []
  const isDue = due !== undefined && due <= clock.now()
  for (const server of town.servers) {
    if (server.isDown) moves.push({ share: 1, go: () => void server.open() })
    else {
      moves.push({ share: isDue ? 0.8 : 0.15, go: () => void server.round('jobs') })
      moves.push({ share: isDue ? 0.8 : 0.15, go: () => void server.round('deliveries') })
      moves.push({ share: profile.crashes * 10, go: () => server.crash() })
    }
  }
  const by = (ms: number) => clock.advance(ms)
  moves.push({ share: 0.8, go: () => by(dice.integer(20 * secondMs)) })
  moves.push({ share: 0.1, go: () => by(dice.integer(10 * minuteMs)) })
  if (due !== undefined && !isDue && due - clock.now() <= profile.longestJumpMs)
    moves.push({ share: 1.5, go: () => clock.set(due) })
  moves.push({
    share: 0.06,
    go() {
      by(dice.integer(profile.longestJumpMs))
      story.tell('clock', () => 'jumps to here')
    },
  })
  if (profile.setsBack) {
    moves.push({
      share: 0.04,
      go() {
        clock.set(clock.now() - dice.integer(2 * hourMs))
        story.tell('clock', () => 'is set back to here')
      },
    })
  }
  moves.push({ share: profile.moodiness, go: () => town.changeMood() })
  moves.push({
    share: 0.05,
    go() {
      const printer = dice.pick([town.printers.live, town.printers.test])
      printer.isAway = world.strikes(profile.printerFaults)
    },
  })
  return moves
}
