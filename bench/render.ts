/**
 * Items rendered per second compared with plain pdfkit drawing the same pages, and memory at 1,000 and 50,000
 * items, in one run: `node bench/render.ts [rounds] [items a round]`. Every measurement has its own process
 * and starts warm. Rounds alternate, so that noise affects all. Ratios are stable, absolute figures drift.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, tmpdir } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { encodeQR } from 'qr'
import { createPdfRenderer } from '../src/adapters/pdf/index.ts'
import type { PartPiece } from '../src/core/ports/renderer.ts'
import { documentOf, photo, pieceOf, postcardInput, postcardSheet } from '../test/support/render-fixtures.ts'
import { type Figure, median, sayFor } from './support/measured.ts'
import { syncTimeUs } from './support/sync-time.ts'

interface Measurement {
  itemsPerSecond: number
  /** Processor time of all threads; more meaningful than elapsed time on a shared machine. */
  cpuMicrosecondsPerItem: number
  megabytes: number
  peakRssMegabytes: number
  /** Longest time that the event loop was blocked. */
  stallMs: number
}

const MM = 72 / 25.4
const PART_ITEMS = 1000
const FIRST_NAMES = ['Zoë', 'Łukasz', 'Jan', 'Annemarie', 'Ștefan', 'Νίκος', 'Наталья', 'Bram']

/** pdfkit has no KIX, return line or sequence mark, so the pages compared have only what both can draw. */
const sheet = { ...postcardSheet, zones: postcardSheet.zones.filter(({ kind }) => kind === 'address') }
const document = documentOf({
  ...postcardInput,
  pages: postcardInput.pages.map((page) => ({
    ...page,
    elements: page.elements.map((element) =>
      element.type === 'address' ? { ...element, mark: 'none' as const } : element,
    ),
  })),
})

const piece = (index: number): PartPiece => {
  const firstName = FIRST_NAMES[index % FIRST_NAMES.length]!
  return pieceOf(index + 1, {
    data: { firstName },
    addressLines: [`${firstName} de Vries`, `Prinsengracht ${index + 1}`, '1016 GV  AMSTERDAM'],
  })
}

const measure = async (items: number, draw: (count: () => void) => Promise<number>): Promise<Measurement> => {
  let peak = 0
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const start = performance.now()
  const cpu = process.cpuUsage()
  const bytes = await draw(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  })
  const seconds = (performance.now() - start) / 1000
  delay.disable()
  const { user, system } = process.cpuUsage(cpu)
  return {
    itemsPerSecond: items / seconds,
    cpuMicrosecondsPerItem: (user + system) / items,
    megabytes: bytes / 1e6,
    peakRssMegabytes: peak / 1e6,
    stallMs: delay.max / 1e6,
  }
}

const ours = async (items: number, workers: number): Promise<Measurement> => {
  const renderer = createPdfRenderer({ workers })
  const { layer } = await renderer.compile({
    organisationId: 'org_1',
    document,
    sheet,
    assets: [photo],
  })
  const template = { id: 'tv_postcard', document, sheet, layer: layer! }
  const part = (count: number) => ({
    title: 'bench',
    createdAt: 0,
    sheet,
    templates: [template],
    pieces: Array.from({ length: count }, (_, index) => piece(index)),
  })
  // Both sides start warm: threads, WebAssembly and fonts are loaded before the clock starts.
  await renderer.renderPart(part(200), async () => undefined)
  const result = await measure(items, async (count) => {
    let bytes = 0
    for (let done = 0; done < items; done += PART_ITEMS) {
      const written = await renderer.renderPart(part(Math.min(PART_ITEMS, items - done)), async () => count())
      bytes += written.bytes
    }
    return bytes
  })
  await renderer.close()
  return result
}

/** Draws the two pages with pdfkit: one file, the picture opened once, text in the same Noto Sans. */
const pdfkit = async (items: number): Promise<Measurement> => {
  const require = createRequire(import.meta.url)
  const PDFDocument = require('pdfkit')
  const regular = readFileSync(
    require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  )
  const bold = readFileSync(require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'))
  const size: [number, number] = [154 * MM, 111 * MM]
  const at = (mm: number) => (mm + 3) * MM
  const draw = async (count: number, tick: () => void): Promise<number> => {
    const pdf = new PDFDocument({ size, autoFirstPage: false, margin: 0 })
    let bytes = 0
    const ended = new Promise<void>((resolve) => pdf.on('end', resolve))
    pdf.on('data', (chunk: Uint8Array) => {
      bytes += chunk.length
      tick()
    })
    pdf.registerFont('regular', regular)
    pdf.registerFont('bold', bold)
    const image = pdf.openImage(Buffer.from(photo.bytes))
    for (let index = 0; index < count; index++) {
      const { data, addressLines, trackingUrl } = piece(index)
      pdf.addPage().image(image, 0, 0, { width: size[0], height: size[1] })
      pdf.font('bold').fontSize(28).fillColor([0, 0, 0, 0])
      pdf.text(`Hallo ${data.firstName}!`, at(8), at(8), { width: 130 * MM })
      pdf.addPage().font('regular').fontSize(10).fillColor([0, 0, 0, 100])
      const letter = `Beste ${data.firstName},\n\nWat fijn dat je bij ons was. Kom je binnenkort weer langs? Dan krijg je een verrassing van ons.\n\nTot snel!`
      pdf.text(letter, at(6), at(6), { width: 62 * MM })
      pdf.text(addressLines.join('\n'), at(76), at(46), { width: 66 * MM })
      pdf.font('bold').fontSize(9).fillColor([0, 80, 95, 0]).text('Bakkerij De Vries', at(6), at(58))
      pdf.moveTo(at(71), at(6)).lineTo(at(71), at(90)).lineWidth(0.7).stroke([0, 0, 0, 100])
      const modules = encodeQR(trackingUrl, 'raw', { ecc: 'medium', border: 4 })
      const step = (24 * MM) / modules.length
      for (const [y, row] of modules.entries()) {
        for (const [x, isBlack] of row.entries()) {
          if (isBlack) pdf.rect(at(6) + x * step, at(68) + y * step, step, step)
        }
      }
      pdf.fill([0, 0, 0, 100])
      // Let the stream be read, so that pages do not accumulate in memory.
      if (index % 50 === 49) await new Promise((resolve) => setImmediate(resolve))
    }
    pdf.end()
    await ended
    return bytes
  }
  await draw(200, () => undefined)
  return measure(items, (tick) => draw(items, tick))
}

const runAlone = (kind: string, items: number, nodeOptions: readonly string[] = []): Measurement => {
  const self = fileURLToPath(import.meta.url)
  const child = spawnSync(process.execPath, [...nodeOptions, self, '--only', kind, String(items)], {
    encoding: 'utf8',
  })
  if (child.status !== 0) throw new Error(child.stderr)
  return JSON.parse(child.stdout)
}

const say = sayFor('bench/render.ts')
const columns = (name: string, values: string[], ...figures: Figure[]) =>
  say([`  ${name.padEnd(26)}`, ...values.map((value) => value.padStart(9))].join(' '), ...figures)

const speed = (rounds: number, items: number, kinds: readonly string[]) => {
  const runs = new Map<string, Measurement[]>(kinds.map((kind) => [kind, []]))
  for (let round = 0; round < rounds; round++) {
    for (const kind of kinds) runs.get(kind)!.push(runAlone(kind, items))
  }
  console.log(`A6 postcards of two pages, ${rounds} rounds of ${items}, medians`)
  columns('', ['items/s', 'pdfkit', 'CPU µs', 'pdfkit', 'stall ms'])
  const base = runs.get('pdfkit')!
  for (const [kind, own] of runs) {
    const of = (key: keyof Measurement) => median(own.map((run) => run[key]))
    const ratio = (value: (run: Measurement) => number) =>
      `${median(own.map((run, round) => value(run) / value(base[round]!))).toFixed(2)} ×`
    const shown = [
      of('itemsPerSecond').toFixed(0),
      ratio((run) => run.itemsPerSecond),
      of('cpuMicrosecondsPerItem').toFixed(0),
      ratio((run) => 1 / run.cpuMicrosecondsPerItem),
      of('stallMs').toFixed(0),
    ]
    const rates = (runs: Measurement[]) => runs.map((run) => run.itemsPerSecond)
    const figure: Figure = {
      ...{ what: `postcards drawn, ${nameOf(kind)}`, unit: 'a second', values: rates(own) },
      ...{ size: `${items} a round`, comparedWith: { name: 'pdfkit', values: rates(base) } },
      // The aim applies to worker threads only.
      ...(kind === '0' ? {} : { aim: { atLeast: 4, of: 'ratio' } }),
    }
    columns(nameOf(kind), shown, ...(own === base ? [] : [figure]))
  }
  console.log('  aim: at least 4 × with threads')
}

const MEMORY_ITEMS = [1000, 50_000] as const
/**
 * Limits V8's young generation, which otherwise grows with what survives in it, however little that is at a
 * time.
 */
const SMALL_YOUNG_GENERATION = '--max-semi-space-size=4'

const memory = (rounds: number, kinds: readonly string[]) => {
  console.log(`highest resident memory in MB, ${rounds} rounds, medians; parts of ${PART_ITEMS}`)
  columns('', [...MEMORY_ITEMS.map(String), 'growth'])
  for (const kind of kinds) {
    for (const nodeOptions of [[], [SMALL_YOUNG_GENERATION]]) {
      const [few, many] = MEMORY_ITEMS.map((items) =>
        Array.from({ length: rounds }, () => runAlone(kind, items, nodeOptions).peakRssMegabytes),
      ) as [number[], number[]]
      const name = nodeOptions[0] ?? nameOf(kind)
      const growth = `${((median(many) / median(few) - 1) * 100).toFixed(0)} %`
      columns(name, [median(few).toFixed(0), median(many).toFixed(0), growth], {
        what: `peak memory, ${[nameOf(kind), ...nodeOptions].join(', ')}`,
        ...{ unit: 'MB', values: many, size: `${MEMORY_ITEMS[1]} items` },
        comparedWith: { name: `${MEMORY_ITEMS[0]} items`, values: few },
      })
    }
  }
}

const nameOf = (kind: string): string =>
  kind === 'pdfkit' ? kind : kind === '0' ? 'in the calling thread' : `${kind} worker threads`

const [flag, kind, count] = process.argv.slice(2)
if (flag === '--only') {
  const items = Number(count)
  const result = kind === 'pdfkit' ? await pdfkit(items) : await ours(items, Number(kind))
  console.log(JSON.stringify(result))
} else {
  const threads = String(availableParallelism())
  console.log(`sync time ${syncTimeUs(tmpdir()).toFixed(0)} µs`)
  speed(Number(flag ?? 5), Number(kind ?? 4000), ['pdfkit', '0', threads])
  memory(3, [threads, '0'])
}
