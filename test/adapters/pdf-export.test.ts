import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import type { CompiledTemplate, PartResult, Renderer } from '../../src/core/ports/renderer.ts'
import { collectPart, compilePostcard, partOf } from '../contract/renderer.ts'
import { pieceOf } from '../support/render-fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { itWithTools, run } from '../support/tools.ts'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')
/** More pieces than a batch (50) and more pages than a node of the page tree (64). */
const names = Array.from({ length: 90 }, (_, index) => `Person${index} Familyname${index}`)

describe('pages extracted from a part', () => {
  let renderer: Renderer
  let template: CompiledTemplate
  let part: Buffer
  let result: PartResult
  let folder: string

  beforeAll(async () => {
    folder = await temporaryFolder()
    renderer = createPdfRenderer({ workers: 0 })
    template = await compilePostcard(renderer)
    const pieces = names.map((name, index) => ({
      ...pieceOf(index, { addressLines: [name, 'Damrak 12', '1012 LG  AMSTERDAM'] }),
      templateId: template.id,
      sequence: index + 1,
    }))
    const made = await collectPart(renderer, partOf(template, pieces))
    part = made.pdf
    result = made.result
  })
  afterAll(() => renderer.close())

  const rangeOf = (index: number) => {
    const { firstPage, pageCount, sha256: contentId, itemId } = result.pieces[index]!
    return { firstPage, pageCount, contentId, title: itemId, createdAt: Date.UTC(2026, 0, 5, 9) }
  }
  const fileOf = async (name: string, bytes: Uint8Array) => {
    const path = join(folder, name)
    await writeFile(path, bytes)
    return path
  }
  const textOf = async (name: string, bytes: Uint8Array) => run('pdftotext', [await fileOf(name, bytes), '-'])

  it.each([0, 1, 49, 50, 89])('match the digest of piece %i', async (index) => {
    const { content } = await renderer.extract(part, rangeOf(index))
    const own = Buffer.concat([Buffer.from(sha256(template.layer)), content])
    expect(sha256(own)).toBe(result.pieces[index]!.sha256)
  })

  it('are the same bytes every time, also in a thread', async () => {
    const once = await renderer.extract(part, rangeOf(7))
    const threaded = createPdfRenderer({ workers: 1 })
    const again = await threaded.extract(new Uint8Array(part), rangeOf(7))
    await threaded.close()
    expect(sha256(again.pdf)).toBe(sha256(once.pdf))
    expect(sha256((await renderer.extract(part, rangeOf(8))).pdf)).not.toBe(sha256(once.pdf))
  })

  it.each([
    [0, 2],
    [181, 1],
    [180, 2],
  ])('are refused if the part lacks them: %i + %i', async (firstPage, pageCount) => {
    await expect(renderer.extract(part, { ...rangeOf(0), firstPage, pageCount })).rejects.toThrow()
  })

  itWithTools(
    ['qpdf', 'pdfinfo', 'pdftotext', 'pdffonts'],
    'are a complete PDF/X-4 of this piece alone',
    async () => {
      const { pdf } = await renderer.extract(part, rangeOf(70))
      const path = await fileOf('piece.pdf', pdf)
      run('qpdf', ['--check', path])
      const info = run('pdfinfo', ['-box', path])
      expect(info).toContain('PDF/X-4')
      expect(info).toMatch(/Pages:\s+2\n/)
      expect(run('pdffonts', [path])).toMatch(/yes yes yes/)
      const text = await textOf('piece.pdf', pdf)
      expect(text).toContain('Familyname70')
      for (const other of names.filter((_, index) => index !== 70)) expect(text).not.toContain(`${other}\n`)
    },
  )

  itWithTools(['pdftoppm'], 'look as in the part', async () => {
    const { pdf } = await renderer.extract(part, rangeOf(3))
    const { firstPage } = rangeOf(3)
    const pixels = (path: string, page: number) =>
      sha256(run('pdftoppm', ['-r', '60', '-gray', '-f', `${page}`, '-l', `${page}`, path]))
    const cut = await fileOf('cut.pdf', pdf)
    const whole = await fileOf('whole.pdf', part)
    for (const page of [0, 1]) expect(pixels(cut, page + 1)).toBe(pixels(whole, firstPage + page))
  })

  itWithTools(['qpdf', 'pdftotext', 'gs'], 'blanks pieces and leaves the others unchanged', async () => {
    const erased = [0, 5, 89]
    const pages = erased.flatMap((index) => [rangeOf(index).firstPage, rangeOf(index).firstPage + 1])
    const blank = await renderer.blank(part, pages)
    expect(blank.length).toBe(part.length)
    const path = await fileOf('blank.pdf', blank)
    run('qpdf', ['--check', path])
    run('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-dPDFSTOPONERROR', '-sDEVICE=nullpage', path])
    const text = await textOf('blank.pdf', blank)
    for (const [index, name] of names.entries()) {
      expect(text.includes(`${name}\n`), name).toBe(!erased.includes(index))
    }
    for (const index of [1, 4, 6, 88]) {
      const before = await renderer.extract(part, rangeOf(index))
      const after = await renderer.extract(blank, rangeOf(index))
      expect(sha256(after.pdf)).toBe(sha256(before.pdf))
    }
  })

  itWithTools(['qpdf', 'pdftotext'], 'blanks all pieces of a part', async () => {
    const blank = await renderer.blank(
      part,
      Array.from({ length: result.pages }, (_, index) => index + 1),
    )
    run('qpdf', ['--check', await fileOf('all.pdf', blank)])
    expect(await textOf('all.pdf', blank)).not.toMatch(/Familyname/)
  })

  const proofPieces = (from: Renderer, indexes: readonly number[]) =>
    Promise.all(
      indexes.map(async (index) => ({
        pdf: (await from.extract(new Uint8Array(part), rangeOf(index))).pdf,
        lines: ['PROOF', `run_1 · piece ${index + 1}`],
      })),
    )
  const about = { title: 'run_1 PROOF', createdAt: Date.UTC(2026, 0, 5, 9), contentId: '0'.repeat(64) }

  const office = { ...about, title: 'run_1', dropsBacks: false, isTwoSided: true }
  itWithTools(
    ['qpdf', 'gs', 'pdfinfo', 'pdftotext'],
    'joins parts into one file for an office printer, with trimmed pages in order',
    async () => {
      const parts = () => [new Uint8Array(part), new Uint8Array(part)]
      const pdf = await renderer.office(parts(), office)
      const path = await fileOf('office.pdf', pdf)
      run('qpdf', ['--check', path])
      run('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-dPDFSTOPONERROR', '-sDEVICE=nullpage', path])
      const info = run('pdfinfo', ['-box', path])
      // A6 is 148 × 105 mm.
      expect(info).toMatch(/Page size:\s+419\.5\d* x 297\.6\d* pts/)
      expect(info).toMatch(/Pages:\s+360\n/)
      expect(pdf.length, 'what both parts have is there once').toBeLessThan(part.length * 1.5)
      const names = run('pdftotext', [path, '-']).match(/Familyname\d+/g)!
      expect(names).toHaveLength(180)
      expect(names.slice(88, 92)).toEqual(['Familyname88', 'Familyname89', 'Familyname0', 'Familyname1'])
      const threaded = createPdfRenderer({ workers: 1 })
      const again = await threaded.office(parts(), office)
      await threaded.close()
      expect(sha256(again)).toBe(sha256(pdf))
    },
  )

  itWithTools(['qpdf', 'pdfinfo'], 'omits the backs of sheets printed on one side', async () => {
    const fronts = { ...office, dropsBacks: true, isTwoSided: false }
    const path = await fileOf('fronts.pdf', await renderer.office([new Uint8Array(part)], fronts))
    run('qpdf', ['--check', path])
    expect(run('pdfinfo', [path])).toMatch(/Pages:\s+90\n/)
    expect(run('qpdf', ['--json', '--json-key=qpdf', path])).toContain('"/Duplex": "/Simplex"')
  })

  it('gives the same proof of the same pieces every time, also in a thread, with its digest', async () => {
    const once = await renderer.proof(await proofPieces(renderer, [0, 7]), about)
    expect(once.sha256).toBe(sha256(once.pdf))
    const threaded = createPdfRenderer({ workers: 1 })
    const again = await threaded.proof(await proofPieces(threaded, [0, 7]), about)
    await threaded.close()
    expect(again.sha256).toBe(once.sha256)
    expect(sha256(again.pdf)).toBe(once.sha256)
  })

  it('stores an image once, however many pieces of a proof show it', async () => {
    const [one, three] = await Promise.all(
      [[7], [7, 8, 9]].map(async (indexes) => renderer.proof(await proofPieces(renderer, indexes), about)),
    )
    expect(three!.pdf.length).toBeLessThan(one!.pdf.length * 1.2)
  })

  itWithTools(
    ['qpdf', 'gs', 'pdfinfo', 'pdftotext', 'pdffonts', 'pdftoppm'],
    'shows pieces in a proof exactly as printed, below lines that describe them',
    async () => {
      const { pdf } = await renderer.proof(await proofPieces(renderer, [3, 89]), about)
      const path = await fileOf('proof.pdf', pdf)
      run('qpdf', ['--check', path])
      run('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-dPDFSTOPONERROR', '-sDEVICE=nullpage', path])
      const whole = await fileOf('whole.pdf', part)
      const boxesOf = (file: string) => run('pdfinfo', ['-box', file]).match(/(Bleed|Trim)Box:.*/g)
      expect(boxesOf(path)).toEqual(boxesOf(whole))
      expect(run('pdfinfo', ['-box', path])).toMatch(/Pages:\s+4\n/)
      expect(run('pdffonts', [path])).not.toMatch(/\bno\b/)
      const text = run('pdftotext', [path, '-'])
      expect(text.match(/PROOF\n/g)).toHaveLength(4)
      for (const words of ['piece 4\n', 'piece 90\n', 'Familyname3\n', 'Familyname89\n']) {
        expect(text).toContain(words)
      }
      // Five pixels per millimetre, so the strip is a whole number of rows.
      const pixels = async (file: string, page: number) => {
        const image = join(folder, `pixels-${page}`)
        run('pdftoppm', ['-r', '127', '-gray', '-singlefile', '-f', `${page}`, '-l', `${page}`, file, image])
        return readFile(`${image}.pgm`)
      }
      const stripBytes = 12 * 5 * (154 * 5)
      const headless = (image: Buffer) => image.subarray(image.indexOf('255\n') + 4)
      for (const page of [0, 1]) {
        const proofed = headless(await pixels(path, page + 1)).subarray(stripBytes)
        const own = headless(await pixels(whole, rangeOf(3).firstPage + page))
        expect(proofed.length).toBe(own.length)
        // Edges and images get other shades at another position on the page, in a few of ten thousand pixels. A
        // sheet that is off by one pixel differs in thousands.
        const others = own.filter((shade, index) => Math.abs(shade - proofed[index]!) > 8)
        expect(others.length / own.length).toBeLessThan(0.001)
      }
    },
  )
})
