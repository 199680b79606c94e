import { rmSync } from 'node:fs'
import type { Journal } from './client-journal.ts'
import { bookkeeper, customer, operator, type Work } from './clients.ts'
import type { Findings } from './reconcile.ts'

/** Runs clients, a bookkeeper and an operator during the callback. Throws their first error. */
export const underLoad = async (who: Omit<Work, 'keepsGoing'>, body: () => Promise<void>): Promise<void> => {
  let keepsGoing = true
  const work: Work = { ...who, keepsGoing: () => keepsGoing }
  const clients = Promise.all([
    ...Array.from({ length: 8 }, (_, index) => customer(work, `c${index}`)),
    bookkeeper(work),
    operator(work),
  ])
  const failed = clients.then(
    () => undefined,
    (error: unknown) => error,
  )
  await body()
  keepsGoing = false
  const error = await failed
  if (error) throw error
}

export const say = (label: string, text: string) => console.log(`  ${label.padEnd(12)} ${text}`)

/** Prints a summary of the answers to clients, the printer's packages and the received webhooks. */
export const report = (
  { answered, repeated, items, topUps }: Journal,
  found: { packages: number; events: number; repeated: number },
): void => {
  const cancelled = [...items.values()].filter((item) => item.cancelled).length
  say(
    'Answered',
    `${answered} calls (${repeated} repeated without an answer): ${items.size} items, ${cancelled} cancelled, ${topUps.size} top-ups`,
  )
  say('Printed', `${found.packages} packages, no item in two of them`)
  say('Webhooks', `${found.events} events, all arrived; ${found.repeated} arrived again under the same id`)
}

/** Prints the result. After a failed check, sets the exit code 1 and keeps the scratch folder. */
export const conclude = (
  { found }: Findings,
  { seed, scratch, keep }: { seed: string; scratch: string; keep: boolean },
): void => {
  if (found.length > 0) {
    const first = found.slice(0, 30).join('\n  ')
    console.error(`\n${found.length} checks failed (seed ${seed}, ${scratch}):\n  ${first}`)
    process.exitCode = 1
    return
  }
  say('Result', 'nothing lost, nothing duplicated')
  if (!keep) rmSync(scratch, { recursive: true, force: true })
}
