import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import type { CompiledTemplate, PartResult, Renderer } from '../../src/core/ports/renderer.ts'
import { collectPart, compilePostcard, partOf } from '../contract/renderer.ts'
import { pieceOf } from '../support/render-fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { itWithTools, run } from '../support/tools.ts'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')
const names = Array.from({ length: 150 }, (_, index) => `Person${index} Familyname${index}`)

describe('pages cut out of a part', () => {
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

  it.each([0, 1, 63, 64, 149])('gives back what the digest of piece %i was made of', async (index) => {
    const { content } = await renderer.extract(part, rangeOf(index))
    const own = Buffer.concat([Buffer.from(sha256(template.layer)), content])
    expect(sha256(own)).toBe(result.pieces[index]!.sha256)
  })

  it('gives the same bytes every time, in a thread as well', async () => {
    const once = await renderer.extract(part, rangeOf(7))
    const threaded = createPdfRenderer({ workers: 1 })
    const again = await threaded.extract(part, rangeOf(7))
    await threaded.close()
    expect(sha256(again.pdf)).toBe(sha256(once.pdf))
    expect(sha256((await renderer.extract(part, rangeOf(8))).pdf)).not.toBe(sha256(once.pdf))
  })

  it.each([
    [0, 2],
    [301, 1],
    [300, 2],
  ])('refuses pages that the part does not have: %i + %i', async (firstPage, pageCount) => {
    await expect(renderer.extract(part, { ...rangeOf(0), firstPage, pageCount })).rejects.toThrow()
  })

  itWithTools(
    ['qpdf', 'pdfinfo', 'pdftotext', 'pdffonts'],
    'is a whole PDF/X-4 of this piece alone',
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

  itWithTools(['pdftoppm'], 'looks as it does in the part', async () => {
    const { pdf } = await renderer.extract(part, rangeOf(3))
    const { firstPage } = rangeOf(3)
    const pixels = (path: string, page: number) =>
      sha256(run('pdftoppm', ['-r', '60', '-gray', '-f', `${page}`, '-l', `${page}`, path]))
    const cut = await fileOf('cut.pdf', pdf)
    const whole = await fileOf('whole.pdf', part)
    for (const page of [0, 1]) expect(pixels(cut, page + 1)).toBe(pixels(whole, firstPage + page))
  })

  itWithTools(['qpdf', 'pdftotext', 'gs'], 'blanks pieces and leaves the others as they were', async () => {
    const erased = [0, 5, 149]
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
    for (const index of [1, 4, 6, 148]) {
      const before = await renderer.extract(part, rangeOf(index))
      const after = await renderer.extract(blank, rangeOf(index))
      expect(sha256(after.pdf)).toBe(sha256(before.pdf))
    }
  })

  itWithTools(['qpdf', 'pdftotext'], 'blanks all of a part', async () => {
    const blank = await renderer.blank(
      part,
      Array.from({ length: result.pages }, (_, index) => index + 1),
    )
    run('qpdf', ['--check', await fileOf('all.pdf', blank)])
    expect(await textOf('all.pdf', blank)).not.toMatch(/Familyname/)
  })
})
