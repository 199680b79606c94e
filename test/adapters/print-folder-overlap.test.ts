import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import type * as FileSystem from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createFolderPartner } from '../../src/adapters/print-folder/partner.ts'
import { markedFolder, ownFolder } from '../../src/adapters/print-folder/printer-folder.ts'
import { handOver } from '../contract/print-partner.ts'
import { inMemory } from '../support/memory.ts'
import { Stepper, step } from '../support/steps.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** A printer that removes every package as soon as it appears, the worst case for determining the outcome. */
const printed = vi.hoisted(() => ({ packages: [] as string[][], take: (_path: string): void => {} }))

/** Makes every file system call a step, except `sync`, which does nothing here. */
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FileSystem>()
  const stepping =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await step()
      return call(...args)
    }
  return {
    ...real,
    mkdir: stepping(real.mkdir),
    readdir: stepping(real.readdir as (path: string) => Promise<string[]>),
    readFile: stepping(real.readFile),
    rm: stepping(real.rm),
    stat: stepping(real.stat),
    rename: stepping(async (from: string, to: string) => {
      await real.rename(from, to)
      printed.take(to)
    }),
    open: stepping(async (path: string, flags: string) => {
      const handle = await real.open(path, flags)
      handle.sync = async () => {}
      return handle
    }),
  }
})

// Some ten thousand packages, each in its own folders.
const folder = temporaryFolder(inMemory(2 ** 30))
const runId = 'run_1'
const whole = ['a.pdf', 'b.pdf']

const newSetUp = () => {
  const base = mkdtempSync(join(folder, 'printer-'))
  const root = join(base, 'out')
  mkdirSync(root)
  printed.packages = []
  printed.take = (path) => {
    if (basename(path) !== runId) return
    printed.packages.push(readdirSync(path).sort())
    renameSync(path, join(base, `taken-${printed.packages.length}`))
  }
  const partner = createFolderPartner({ root, stateDir: join(base, 'state'), folder: ownFolder(root) })
  /** Hands over a package that breaks off before its second file if `breaksOff` returns true. */
  const give = (breaksOff: () => boolean) => {
    const { files, ...rest } = handOver(runId, { 'a.pdf': 3, 'b.pdf': 3 })
    async function* given() {
      for await (const file of files) {
        if (file.name === 'b.pdf' && breaksOff()) throw new Error('The lease is lost.')
        yield file
      }
    }
    return partner.handOver({ ...rest, files: given() })
  }
  return { base, partner, give }
}
type SetUp = ReturnType<typeof newSetUp>

/** The first attempt, which has no reason to call `find`. It notices a lost lease only between two files. */
const first = ({ give }: SetUp, isLost: () => boolean) => new Stepper(() => give(isLost))

/** The attempt with the new lease: it calls `find` first, and hands over if the package is absent. */
const second = ({ partner, give }: SetUp, fails: boolean) =>
  new Stepper(async () => {
    const found = await partner.find(runId)
    return found === 'absent' ? give(() => fails) : { outcome: found }
  })

interface Case {
  /** Faults: a package may break off, and a server may die. */
  secondFails?: boolean
  firstDies?: boolean
  secondDies?: boolean
}

/** Runs some steps of the first attempt, some of the second, then the rest of both. Returns the faults. */
const play = async (of: Case, firstSteps: number, secondSteps: number) => {
  const setUp = newSetUp()
  let isLost = false
  const one = first(setUp, () => isLost)
  await one.advance(firstSteps)
  isLost = true
  const two = second(setUp, of.secondFails ?? false)
  await two.advance(secondSteps)
  if (!of.firstDies) await one.advance(Number.POSITIVE_INFINITY)
  if (!of.secondDies) await two.advance(Number.POSITIVE_INFINITY)
  const what = { firstSteps, secondSteps, one: one.end, two: two.end, printed: printed.packages }
  const outcome = (end: typeof two.end) => (end && 'result' in end ? end.result.outcome : undefined)
  // Calls `find` as if the server had died before it could mark the run as handed over.
  const found = await setUp.partner.find(runId)
  const wrong: string[] = []
  const count = printed.packages.length
  if (count > 1) wrong.push('printed twice')
  if (printed.packages.some((files) => files.join() !== whole.join())) wrong.push('a package in part')
  if (count > 0 && found === 'absent') wrong.push('printed, and absent')
  if (count === 0 && found === 'delivered') wrong.push('not printed, and delivered')
  if (count > 0 && outcome(two.end) === 'unavailable') wrong.push('printed, and unavailable')
  if (count === 0 && [one, two].some(({ end }) => outcome(end) === 'delivered'))
    wrong.push('delivered nothing')
  if (found === 'absent') {
    await setUp.give(() => false)
    if (printed.packages.length !== 1) wrong.push('absent, and not printed afterwards')
  }
  rmSync(setUp.base, { recursive: true })
  return {
    wrong: wrong.map((sentence) => ({ sentence, ...what, found })),
    taken: [one.taken, two.taken],
    count,
  }
}

it.each<[string, Case]>([
  ['that both continue', {}],
  ['of which the second fails', { secondFails: true }],
  ['of which the first dies', { firstDies: true }],
  ['of which the second dies', { secondDies: true }],
])(
  'two attempts %s, interleaved at every pair of steps, print once with a known outcome',
  async (_what, of) => {
    const wrong: unknown[] = []
    let printedAtAll = 0
    for (let one = 0, ended = false; !ended; one++) {
      for (let two = 0, atEnd = false; !atEnd; two++) {
        const played = await play(of, one, two)
        wrong.push(...played.wrong)
        printedAtAll += played.count
        atEnd = played.taken[1]! < two || two > 200
        ended = played.taken[0]! < one || one > 200
      }
    }
    expect(wrong).toEqual([])
    expect(printedAtAll).toBeGreaterThan(0)
  },
)

it('two servers that mark the printer’s folder concurrently, interleaved at every step, agree on the marker', async () => {
  const unknown: number[][] = []
  for (let one = 0; one < 12; one++) {
    for (let two = 0; two < 12; two++) {
      const root = mkdtempSync(join(folder, 'marked-'))
      const servers = [0, 1].map(() => markedFolder({ root, stateDir: `${root}-state` }))
      const [first, second] = servers.map((server) => new Stepper(() => server.prepare()))
      await first!.advance(one)
      await second!.advance(two)
      await first!.advance(Number.POSITIVE_INFINITY)
      await second!.advance(Number.POSITIVE_INFINITY)
      await servers[0]!.assertRight().catch(() => unknown.push([one, two]))
    }
  }
  expect(unknown).toEqual([])
})
