/**
 * From the cutoff to the printer's folder: two-sheet letters beside cards, per page, on the executable, in turn. With
 * `--old`, an executable of an earlier version closes cards beside them, so that a ratio tells what marks, tickets and
 * trays have cost.
 *
 *   node bench/close.ts [--items 10000] [--rounds 3] [--old PATH]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import { forgetPeak, peakMbOf, residentMbOf, serverOf } from './support/process-memory.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    old: { type: 'string', ...(process.env.BENCH_AGAINST ? { default: process.env.BENCH_AGAINST } : {}) },
  },
})
const say = sayFor('bench/close.ts')
const items = Number(values.items)
const program = builtExecutable(join(import.meta.dirname, '..', 'dist', 'lettershop'))

/** Milliseconds a page, the memory that the server had before, and the most it came to while it closed. */
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
    const began = performance.now()
    await shop.ask('run', 'close', run.id)
    await until(async () => (await runsOf(shop))[0]!.status === 'HANDED_TO_PRINTER')
    const tookMs = performance.now() - began
    return {
      perPageMs: tookMs / (count * products[product].pages),
      tookMs,
      beforeMb,
      peakMb: peakMbOf(server),
    }
  } finally {
    await shop.stop('SIGTERM')
    rmSync(scratch, { recursive: true, force: true })
  }
}

const kinds: { name: string; path: string; product: Product }[] = [
  ...(values.old
    ? [{ name: 'cards of before', path: builtExecutable(values.old), product: 'card' as const }]
    : []),
  { name: 'cards', path: program, product: 'card' },
  { name: 'letters', path: program, product: 'letter' },
]
const perPage = new Map<string, number[]>(kinds.map(({ name }) => [name, []]))
const peaks: number[] = []
for (let round = 1; round <= Number(values.rounds); round++) {
  for (const { name, path, product } of kinds) {
    const { perPageMs, tookMs, beforeMb, peakMb } = await close(path, product, items)
    perPage.get(name)!.push(perPageMs)
    if (path === program) peaks.push(peakMb)
    const figures = `${(tookMs / 1000).toFixed(1)} s, ${perPageMs.toFixed(3)} ms a page, ${beforeMb.toFixed(0)} MB before, at most ${peakMb.toFixed(0)}`
    say(`  ${name.padEnd(16)} ${figures}`)
  }
}
const small = await close(program, 'letter', items / 5)
const size = `${items} pieces a round`
const few = Array(peaks.length).fill(small.peakMb) as number[]
say(`  a fifth of the letters: ${small.beforeMb.toFixed(0)} MB before, at most ${small.peakMb.toFixed(0)}`, {
  ...{ what: 'highest memory of the server while a run is closed', unit: 'MB', values: peaks, size },
  comparedWith: { name: 'a fifth of the letters', values: few },
})
const base = perPage.get(kinds[0]!.name)!
const letters = {
  ...{ what: "a page of a letter of two sheets, from the cutoff to the printer's folder", unit: 'ms', size },
  values: perPage.get('letters')!,
  comparedWith: { name: kinds[0]!.name, values: base },
  aim: { atMost: 1.3, of: 'ratio' as const },
}
const ratios = ratiosOf(letters)
say(
  `letters per page beside ${kinds[0]!.name}: ${median(ratios).toFixed(2)} (${ratios.map((each) => each.toFixed(2)).join(', ')}); aim 1.3`,
  letters,
  {
    ...{ what: "a page of a card, from the cutoff to the printer's folder", unit: 'ms', size },
    values: perPage.get('cards')!,
    ...(values.old ? { comparedWith: { name: kinds[0]!.name, values: base } } : {}),
  },
)
