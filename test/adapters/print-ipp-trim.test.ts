import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import { createIppPartner, cutToTrim } from '../../src/adapters/print-ipp/partner.ts'
import { printerNetwork } from '../../src/adapters/print-package/connect.ts'
import { collectPart, compilePostcard, partOf } from '../contract/renderer.ts'
import { cupsTools, startCups, startOfficePrinter } from '../support/ipp-printers.ts'
import { pieceOf } from '../support/render-fixtures.ts'
import { runJournal } from '../support/run-journal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { describeWithTools, itWithTools, run } from '../support/tools.ts'

const loopback = printerNetwork(['127.0.0.0/8', '::1/128'])
const a6 = { plex: 'duplex', w: 148, h: 105 } as const
let runs = 0

async function* inChunks(bytes: Uint8Array, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

/** Width and height of every page, in mm. */
const pagesOf = (pdf: Uint8Array, box: 'MediaBox' | 'CropBox' | 'TrimBox'): number[][] =>
  [...run('pdfinfo', ['-box', '-l', '-1', '-'], pdf).matchAll(new RegExp(`${box}:(.*)`, 'g'))].map(
    ([, edges]) => {
      const [left, bottom, right, top] = edges!.trim().split(/\s+/).map(Number) as [
        number,
        number,
        number,
        number,
      ]
      return [right - left, top - bottom].map((points) => Math.round((points / 72) * 25.4 * 10) / 10)
    },
  )

describeWithTools(['pdfinfo', 'qpdf', 'pdftoppm'], 'a part with bleed', () => {
  const renderer = createPdfRenderer({ workers: 0 })
  let office: Awaited<ReturnType<typeof startOfficePrinter>>
  let part: Buffer
  beforeAll(async () => {
    office = await startOfficePrinter()
    const pieces = [pieceOf(1), pieceOf(2)]
    part = (await collectPart(renderer, partOf(await compilePostcard(renderer), pieces))).pdf
  })
  afterAll(async () => {
    await renderer.close()
    await office.end()
  })

  const print = async (settings: { url: string; media?: string }) => {
    const runId = `run_trim_${++runs}`
    const partner = createIppPartner({ settings }, loopback, await runJournal(runId))
    const files = (async function* () {
      yield { name: 'run_001.pdf', content: inChunks(part, 64 * 1024) }
    })()
    const result = await partner.handOver({ runId, organisationId: 'org_1', files, sheet: a6 })
    expect(result).toMatchObject({ outcome: 'delivered' })
    return runId
  }
  const printed = async (settings: { media?: string }) => {
    const runId = await print({ url: office.url, ...settings })
    return office.jobs.find(({ name }) => name.startsWith(runId))!
  }

  describe.each([
    ['the sheet’s own size by default', {}, [148, 105]],
    ['paper of the trimmed size', { media: 'iso_a6_105x148mm' }, [148, 105]],
    ['the paper of a tray of unknown size', { media: 'tray-2' }, [148, 105]],
    ['larger paper, which is cut afterwards', { media: 'iso_a5_148x210mm' }, [154, 111]],
    ['larger paper in inches', { media: 'na_letter_8.5x11in' }, [154, 111]],
  ])('on %s', (_what, settings, size) => {
    test(`has pages of ${size.join(' × ')} mm, in a whole file`, async () => {
      const { document } = await printed(settings)
      const [media, crop, trim] = [
        pagesOf(document, 'MediaBox'),
        pagesOf(document, 'CropBox'),
        pagesOf(document, 'TrimBox'),
      ]
      expect({ media, crop }).toEqual({ media: Array(4).fill(size), crop: Array(4).fill(size) })
      expect(trim).toEqual(Array(4).fill([148, 105]))
      const file = join(temporaryFolder(), 'printed.pdf')
      writeFileSync(file, document)
      expect(run('qpdf', ['--check', file])).toContain('No syntax or stream encoding errors')
    })
  })

  test('is not scaled', async () => {
    expect((await printed({})).attributes).toMatchObject({ 'print-scaling': 'none' })
  })

  itWithTools(cupsTools, 'waits in a queue of CUPS in the size of the paper', async () => {
    const cups = await startCups()
    try {
      await print({ url: cups.url })
      const kept = readdirSync(cups.spool).filter((name) => name.startsWith('d'))
      const sizes = kept.map((name) => pagesOf(readFileSync(join(cups.spool, name)), 'MediaBox'))
      expect(sizes).toEqual([Array(4).fill([148, 105])])
    } finally {
      await cups.end()
    }
  })

  test('is cropped alike, however its bytes are chunked', async () => {
    const of = async (length: number) => {
      const parts: Uint8Array[] = []
      for await (const one of cutToTrim(inChunks(part, length))) parts.push(one)
      return Buffer.concat(parts)
    }
    const whole = await of(part.length)
    expect(whole.length).toBe(part.length)
    for (const length of [1, 37, 199, 200, 201, 4096]) expect((await of(length)).equals(whole)).toBe(true)
  })
})
