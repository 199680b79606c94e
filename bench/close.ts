/**
 * Measures closing runs of two-sheet letters and of cards with the executable, in alternation: ms per page,
 * from the cutoff to the printer's folder. With `--old`, the executable of an earlier version closes cards
 * too, so that a ratio shows the cost of marks, tickets and trays; with `--old-letters`, letters too. For
 * letters, the report includes processor time, and the server's memory at its peak and after a rest, compared
 * with a run of a fifth as many.
 *
 *   node bench/close.ts [--items 10000] [--rounds 3] [--rest 20] [--old PATH [--old-letters]]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { builtExecutable, Executable } from '../examples/support/executable.ts'
import {
  createItems,
  fullRun,
  newPostflow,
  openForLive,
  type Product,
  products,
  runsOf,
  until,
} from './support/live-shop.ts'
import { median, ratiosOf, sayFor } from './support/measured.ts'
import { forgetPeak, peakMbOf, processorSeconds, residentMbOf, serverOf } from './support/processes.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    rest: { type: 'string', default: '20' },
    'old-letters': { type: 'boolean', default: false },
    old: { type: 'string', ...(process.env.BENCH_AGAINST ? { default: process.env.BENCH_AGAINST } : {}) },
  },
})
const say = sayFor('bench/close.ts')
const items = Number(values.items)
const program = builtExecutable(join(import.meta.dirname, '..', 'dist', 'lettershop'))

/**
 * Closes a run. Returns ms per page and in total, seconds of processor time, and MB of memory before, at the
 * peak and after a rest.
 */
const close = async (executablePath: string, product: Product, count: number) => {
  const scratch = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'lettershop-close-'))
  const shop = new Executable(executablePath, join(scratch, 'data'))
  try {
    await shop.start()
    await openForLive(shop)
    await createItems(shop, await newPostflow(shop, product), count)
    const run = await fullRun(shop, count)
    const server = serverOf(shop.data)
    const beforeMb = residentMbOf(server)
    forgetPeak(server)
    const processorBefore = processorSeconds(server)
    const began = performance.now()
    await shop.ask('run', 'close', run.id)
    await until(async () => (await runsOf(shop))[0]!.status === 'HANDED_TO_PRINTER')
    const tookMs = performance.now() - began
    const processorS = processorSeconds(server) - processorBefore
    const peakMb = peakMbOf(server)
    await sleep(Number(values.rest) * 1000)
    return {
      perPageMs: tookMs / (count * products[product].pages),
      tookMs,
      processorS,
      beforeMb,
      peakMb,
      afterMb: residentMbOf(server),
    }
  } finally {
    await shop.stop('SIGTERM')
    rmSync(scratch, { recursive: true, force: true })
  }
}

const kinds: { name: string; path: string; product: Product }[] = [
  ...(values.old
    ? [{ name: 'cards of the old build', path: builtExecutable(values.old), product: 'card' as const }]
    : []),
  { name: 'cards', path: program, product: 'card' },
  { name: 'letters', path: program, product: 'letter' },
  ...(values.old && values['old-letters']
    ? [{ name: 'letters of the old build', path: builtExecutable(values.old), product: 'letter' as const }]
    : []),
]
const perPage = new Map<string, number[]>(kinds.map(({ name }) => [name, []]))
/** Peak memory in MB in each round of letters; the old build's peaks are only printed. */
const highest: number[] = []
const left: number[] = []
const processor: number[] = []
const memoryText = ({ beforeMb, peakMb, afterMb }: Awaited<ReturnType<typeof close>>): string =>
  `${beforeMb.toFixed(0)} MB before, at most ${peakMb.toFixed(0)}, ${afterMb.toFixed(0)} after ${values.rest} s`
for (let round = 1; round <= Number(values.rounds); round++) {
  for (const { name, path, product } of kinds) {
    const closed = await close(path, product, items)
    const { perPageMs, tookMs, processorS } = closed
    perPage.get(name)!.push(perPageMs)
    if (name === 'letters') {
      highest.push(closed.peakMb)
      left.push(closed.afterMb)
      processor.push(processorS)
    }
    const times = `${(tookMs / 1000).toFixed(1)} s (processor ${processorS.toFixed(1)}), ${perPageMs.toFixed(3)} ms a page`
    say(`  ${name.padEnd(18)} ${times}, ${memoryText(closed)}`)
  }
}
const small = await close(program, 'letter', items / 5)
const size = `${items} pieces a round`
/** Compares every round with the only measurement of a fifth of the letters. */
const comparedWithFew = (mb: number) => ({
  comparedWith: { name: 'a fifth of the letters', values: highest.map(() => mb) },
})
say(
  `  a fifth of the letters: ${memoryText(small)}`,
  {
    ...{ what: 'peak memory of the server while a run is closed', unit: 'MB', values: highest, size },
    ...comparedWithFew(small.peakMb),
  },
  {
    ...{ what: `memory of the server ${values.rest} s after the run`, unit: 'MB', values: left, size },
    ...comparedWithFew(small.afterMb),
  },
  { what: 'processor time of the server for the run', unit: 's', values: processor, size },
)
const base = perPage.get(kinds[0]!.name)!
const letters = {
  ...{ what: "a page of a letter of two sheets, from the cutoff to the printer's folder", unit: 'ms', size },
  values: perPage.get('letters')!,
  comparedWith: { name: kinds[0]!.name, values: base },
  aim: { atMost: 1.3, of: 'ratio' as const },
}
const ratios = ratiosOf(letters)
say(
  `letters per page compared with ${kinds[0]!.name}: ${median(ratios).toFixed(2)} (${ratios.map((each) => each.toFixed(2)).join(', ')}); aim 1.3`,
  letters,
  {
    ...{ what: "a page of a card, from the cutoff to the printer's folder", unit: 'ms', size },
    values: perPage.get('cards')!,
    ...(values.old ? { comparedWith: { name: kinds[0]!.name, values: base } } : {}),
  },
)
