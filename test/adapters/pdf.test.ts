import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import type { RenderAsset } from '../../src/core/ports/renderer.ts'
import { collectPart, compilePostcard, partOf, rendererContract } from '../contract/renderer.ts'
import { documentOf, pieceOf, postcardInput, postcardSheet } from '../support/render-fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { itWithTools, run } from '../support/tools.ts'

rendererContract('pdf in this thread', () => createPdfRenderer({ workers: 0 }))
rendererContract('pdf with two threads', () => createPdfRenderer({ workers: 2 }))

const folder = mkdtempSync(join(temporaryFolder(), 'pdf-'))
const renderer = createPdfRenderer({ workers: 0 })
afterAll(() => renderer.close())

const names = ['Zoë', 'Łukasz Żółć', 'Αλέξανδρος', 'Наталья', 'Nguyễn Văn Đức', 'שרה', 'محمد', 'Ștefan']
const pieces = names.map((firstName, index) =>
  pieceOf(index + 1, {
    data: { firstName },
    addressLines: [firstName, `Prinsengracht ${index + 1}`, '1016 GV  AMSTERDAM'],
  }),
)

/** The part that all tests check, written once. */
const written = (async () => {
  const file = join(folder, 'part.pdf')
  const { pdf } = await collectPart(renderer, partOf(await compilePostcard(renderer), pieces))
  writeFileSync(file, pdf)
  return file
})()

it('gives the same bytes from one thread and from several', async () => {
  const pool = createPdfRenderer({ workers: 2 })
  const template = await compilePostcard(renderer)
  const many = Array.from({ length: 120 }, (_, index) =>
    pieceOf(index + 1, { data: { firstName: names[index % 8]! } }),
  )
  const threaded = await collectPart(pool, partOf(template, many))
  const single = await collectPart(renderer, partOf(template, many))
  await pool.close()
  expect(threaded.pdf.equals(single.pdf)).toBe(true)
})

it('lets the event loop run while drawing in this thread', async () => {
  const template = await compilePostcard(renderer)
  const many = Array.from({ length: 400 }, (_, index) => pieceOf(index + 1))
  let turns = 0
  let done = false
  const turn = () => {
    turns++
    if (!done) setImmediate(turn)
  }
  setImmediate(turn)
  await collectPart(renderer, partOf(template, many))
  done = true
  expect(turns).toBeGreaterThan(10)
})

describe('the file', () => {
  itWithTools(['qpdf'], 'has no syntax error', async () => {
    expect(run('qpdf', ['--check', await written])).toContain('No syntax or stream encoding errors')
  })

  itWithTools(['pdfinfo'], 'is PDF/X-4 with trim and bleed', async () => {
    const info = run('pdfinfo', ['-box', await written])
    expect(info).toContain('PDF/X-4')
    expect(info).toMatch(/TrimBox:\s+8\.50\s+8\.50\s+428\.03\s+306\.14/)
    expect(info).toMatch(/BleedBox:\s+0\.00\s+0\.00\s+436\.5\d\s+314\.6\d/)
    expect(info).toMatch(/Pages:\s+16/)
    expect(info).toContain('Mon Jan  5 09:00:00 2026')
  })

  itWithTools(['pdffonts'], 'embeds every font as a tagged subset with its characters', async () => {
    const rows = run('pdffonts', [await written])
      .trim()
      .split('\n')
      .slice(2)
    expect(rows).toHaveLength(6)
    for (const row of rows)
      expect(row).toMatch(/^[A-Z]{6}\+NotoSans\S*\s+CID TrueType\s+Identity-H\s+yes yes yes/)
  })

  itWithTools(['pdfimages'], 'contains an image once for all pages', async () => {
    const rows = run('pdfimages', ['-list', await written])
      .trim()
      .split('\n')
      .slice(2)
    expect(rows).toHaveLength(8)
    expect(new Set(rows.map((row) => row.trim().split(/\s+/)[10])).size).toBe(1)
  })

  itWithTools(
    ['gs'],
    'is drawn by Ghostscript without errors, with text on the black plate only',
    async () => {
      const file = await written
      expect(run('gs', ['-q', '-dPDFSTOPONERROR', '-dBATCH', '-dNOPAUSE', '-sDEVICE=nullpage', file])).toBe(
        '',
      )
      const plain = documentOf({
        ...postcardInput,
        pages: postcardInput.pages.map((page) => ({
          ...page,
          elements: page.elements.filter((element) => !('color' in element) && element.type !== 'image'),
        })),
      })
      const { layer } = await renderer.compile({
        organisationId: 'org_1',
        document: plain,
        sheet: postcardSheet,
        assets: [],
      })
      const template = { id: 'tv_postcard', document: plain, sheet: postcardSheet, layer: layer! }
      const black = join(folder, 'black.pdf')
      writeFileSync(black, (await collectPart(renderer, partOf(template, [pieceOf(1)]))).pdf)
      const ink = run('gs', ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=inkcov', '-o', '-', black])
        .trim()
        .split('\n')
      expect(ink[1]).toMatch(/^\s*0\.00000\s+0\.00000\s+0\.00000\s+0\.0[1-9]\d+ CMYK OK/)
    },
  )

  itWithTools(['pdftotext'], 'gives text of every script back', async () => {
    const file = await written
    for (const [index, name] of names.entries()) {
      const page = String(index * 2 + 2)
      const text = run('pdftotext', ['-f', page, '-l', page, '-layout', file, '-']).replace(
        /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
        '',
      )
      expect(text.normalize('NFKC')).toContain(name)
      expect(text).toContain('Wat fijn dat je bij ons was')
    }
  })

  itWithTools(
    ['pdftoppm', 'zbarimg'],
    'has a tracking code and a sequence number on each piece',
    async () => {
      const prefix = join(folder, 'page')
      // The codes are on the backs.
      run('pdftoppm', ['-r', '300', '-gray', '-e', await written, prefix])
      for (const piece of pieces) {
        const image = `${prefix}-${String(piece.sequence * 2).padStart(2, '0')}.pgm`
        const read = run('zbarimg', ['-q', image]).trim().split('\n').sort()
        expect(read).toEqual([
          `CODE-128:${String(piece.sequence).padStart(8, '0')}`,
          `QR-Code:${piece.trackingUrl}`,
        ])
      }
    },
  )

  itWithTools(
    ['qpdf', 'pdftotext'],
    'accepts a PDF page as background, also with object streams',
    async () => {
      const source = join(folder, 'compressed.pdf')
      run('qpdf', ['--object-streams=generate', await written, source])
      const background: RenderAsset = { id: 'ast_pdf', format: 'pdf', bytes: readFileSync(source) }
      const [front, back] = postcardInput.pages
      const pdf = { type: 'pdf', asset: 'ast_pdf', page: 3, x: -3, y: -3, w: 154, h: 111 } as const
      const document = documentOf({ ...postcardInput, pages: [{ ...front!, elements: [pdf] }, back!] })
      const { layer, findings } = await renderer.compile({
        organisationId: 'org_1',
        document,
        sheet: postcardSheet,
        assets: [background],
      })
      expect(findings).toEqual([])
      const template = { id: 'tv_background', document, sheet: postcardSheet, layer: layer! }
      const file = join(folder, 'background.pdf')
      const part = partOf(template, [pieceOf(1, { templateId: 'tv_background' })])
      writeFileSync(file, (await collectPart(renderer, part)).pdf)
      expect(run('qpdf', ['--check', file])).toContain('No syntax or stream encoding errors')
      expect(run('pdftotext', ['-l', '1', file, '-'])).toContain('Hallo Łukasz Żółć!')
    },
  )
})
