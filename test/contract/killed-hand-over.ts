import { expect, it } from 'vitest'
import { createPackagePartner, type PackagePartnerOptions } from '../../src/adapters/print-package/partner.ts'
import type { PackagePlace } from '../../src/adapters/print-package/place.ts'
import type { HandOverJournal, PrintPartner } from '../../src/core/ports/print-partner.ts'
import { handOver } from './print-partner.ts'

/** A hand-over to a printer whose output the test knows. */
export interface KilledHarness {
  at: PackagePartnerOptions['at']
  journal: HandOverJournal
  runId: string
  /** The file names of every package or job that the printer has accepted so far. */
  printed(): Promise<string[][]>
}

class Killed extends Error {}

/** What fails at a step: the whole process, or only the connection to the printer, whose answer is lost. */
type End = 'the process' | 'the way'

/**
 * Ends a hand-over before and after each of its steps. Whatever is left, the printer's side and the journal
 * together must report the outcome, and nothing may be printed twice.
 */
export const killedHandOverContract = (
  name: string,
  open: () => Promise<KilledHarness>,
  whole: readonly string[],
): void => {
  const cases = (['the process', 'the way'] as const).flatMap((end) =>
    (['before', 'after'] as const).map((when) => [name, end, when] as const),
  )
  it.each(cases)(
    '%s: %s ends at each step, %s it: the outcome is known, and nothing is printed twice',
    async (_name, end, when) => {
      const wrong: unknown[] = []
      let steps = 0
      for (let ended = false; !ended; steps++) {
        const played = await play(await open(), { end, when, atStep: steps }, whole)
        wrong.push(...played.wrong)
        ended = played.wasWhole
      }
      expect(wrong).toEqual([])
      expect(steps).toBeGreaterThan(4)
    },
    600_000,
  )
}

interface Kill {
  end: End
  when: 'before' | 'after'
  atStep: number
}

const play = async (harness: KilledHarness, kill: Kill, whole: readonly string[]) => {
  const { runId, journal, printed } = harness
  const alive = createPackagePartner({ name: 'alive', journal, at: harness.at })
  const give = (partner: PrintPartner) =>
    partner.handOver(handOver(runId, Object.fromEntries(whole.map((file) => [file, 3]))))
  const { partner, state } = mortal(harness, kill)
  const first = await give(partner).catch((error: unknown) => ({ outcome: 'threw', error }))
  const wrong: string[] = []
  const count = (await printed()).length
  if (first.outcome === 'delivered' && count === 0) wrong.push('delivered nothing')
  if (first.outcome === 'unavailable' && count > 0) wrong.push('printed, and unavailable')
  const found = await alive.find(runId)
  if (count > 0 && found === 'absent') wrong.push('printed, and absent')
  if (count === 0 && found === 'delivered' && (await printed()).length === 0)
    wrong.push('not printed, and delivered')
  if (found === 'absent') {
    const again = await give(alive)
    if (again.outcome !== 'delivered') wrong.push(`absent, and then ${again.outcome}`)
    if ((await printed()).length !== 1) wrong.push('absent, and not printed afterwards')
  }
  const packages = await printed()
  if (packages.length > 1) wrong.push('printed twice')
  if (packages.some((files) => files.join() !== [...whole].sort().join())) wrong.push('a package in part')
  const at = { ...kill, steps: state.trace, first, found, packages }
  return { wrong: wrong.map((sentence) => ({ sentence, ...at })), wasWhole: state.taken <= kill.atStep }
}

/** A partner that counts its steps and fails at one of them. */
const mortal = (harness: KilledHarness, { end, when, atStep }: Kill) => {
  const state = { taken: 0, dead: false, trace: [] as string[] }
  const mortally =
    (of: 'journal' | 'place', name: string, call: (...args: never[]) => unknown) =>
    async (...args: never[]) => {
      // A lost connection does not affect the journal, which is local.
      const counts = end === 'the process' || of === 'place'
      if (state.dead && counts) throw lost(end)
      if (!counts) return call(...args)
      const isLast = state.taken++ === atStep
      state.trace.push(name)
      if (isLast && when === 'before') state.dead = true
      if (state.dead) throw lost(end)
      const result = await call(...args)
      await harness.printed()
      if (isLast) state.dead = true
      if (state.dead) throw lost(end)
      return result
    }
  const wrapped = <T extends object>(of: 'journal' | 'place', object: T): T =>
    new Proxy(object, {
      get(target, name, receiver) {
        const value = Reflect.get(target, name, receiver) as unknown
        const isSync = name === 'isRefusal' || name === 'asUnusable'
        if (typeof value !== 'function' || isSync) return value
        return mortally(of, String(name), value.bind(target) as (...args: never[]) => unknown)
      },
    })
  const partner = createPackagePartner({
    name: 'mortal',
    journal: wrapped('journal', harness.journal),
    at: (runId, body) => harness.at(runId, (place: PackagePlace) => body(wrapped('place', place))),
  })
  return { partner, state }
}

const lost = (end: End): Error =>
  end === 'the process' ? new Killed('The process ended.') : new Error('The connection was lost.')
