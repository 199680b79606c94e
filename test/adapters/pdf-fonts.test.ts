import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { loadFace } from '../../src/adapters/pdf/fonts/book.ts'
import { readSfnt, unpackFont, writeSfnt } from '../../src/adapters/pdf/fonts/sfnt.ts'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import type { ResourceName } from '../../src/adapters/platform/renderer-files.ts'
import type { TemplateDocument } from '../../src/core/template/document.ts'
import { GlyphOutlines } from '../../src/typesetting/fonts/outlines.ts'
import { collectPart, partOf } from '../contract/renderer.ts'
import { collectionOf } from '../support/font-collection.ts'
import { pdfOfObjects } from '../support/hostile-files.ts'
import { inspectInput } from '../support/inspect-input.ts'
import { documentOf, pieceOf, postcardInput, postcardSheet } from '../support/render-fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { itWithTools, run } from '../support/tools.ts'

const renderer = createPdfRenderer({ workers: 0 })
afterAll(() => renderer.close())

const folder = temporaryFolder()

const resolve = createRequire(import.meta.url).resolve
const brought = (path: string) => readFileSync(resolve(path))
const notoSans = brought('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')
const notoBold = brought('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')
const thaiOnly = brought('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff')
const thaiOnly2 = brought('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff2')
const variable = brought('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
/** An OpenType font with PostScript outlines. */
const postScript = readFileSync(join(import.meta.dirname, '../../node_modules/bwip-js/fonts/Inconsolata.otf'))

/** Packs a font as WOFF. */
const woffOf = (font: Uint8Array): Buffer => {
  const { flavour, tables } = readSfnt(font)
  const head = Buffer.alloc(44 + tables.length * 20)
  head.write('wOFF', 'latin1')
  head.write(flavour, 4, 'latin1')
  head.writeUInt16BE(tables.length, 12)
  const parts: Buffer[] = [head]
  let at = head.length
  for (const [index, { tag, data }] of tables.entries()) {
    const packed = deflateSync(data)
    const stored = packed.length < data.length ? packed : Buffer.from(data)
    head.write(tag, 44 + index * 20, 'latin1')
    head.writeUInt32BE(at, 44 + index * 20 + 4)
    head.writeUInt32BE(stored.length, 44 + index * 20 + 8)
    head.writeUInt32BE(data.length, 44 + index * 20 + 12)
    parts.push(stored)
    at += stored.length
  }
  return Buffer.concat(parts)
}

/** A font with a table added or replaced. */
const withTable = (font: Uint8Array, tag: string, change: (data: Buffer) => Buffer): Uint8Array => {
  const { flavour, tables } = readSfnt(font)
  const given = tables.find((table) => table.tag === tag)?.data ?? new Uint8Array()
  const changed = { tag, data: change(Buffer.from(given)) }
  return writeSfnt({ flavour, tables: [...tables.filter((table) => table.tag !== tag), changed] })
}

/** A font without the outlines of all or some glyphs. `loca` has the start of each. */
const withoutOutlines = (font: Uint8Array, glyphs?: readonly number[]): Uint8Array => {
  const isLong = readSfnt(font).tables.find(({ tag }) => tag === 'head')!.data[51] === 1
  const size = isLong ? 4 : 2
  return withTable(font, 'loca', (loca) => {
    if (!glyphs) return loca.fill(0)
    for (const glyph of glyphs) loca.copy(loca, glyph * size, (glyph + 1) * size, (glyph + 2) * size)
    return loca
  })
}
/** A symbol font, whose only character is for private use. */
const symbolsOf = (font: Uint8Array): Uint8Array =>
  withTable(font, 'cmap', () => {
    const table = Buffer.alloc(12 + 16 + 12)
    table.writeUInt16BE(1, 2)
    table.set([0, 3, 0, 10, 0, 0, 0, 12, 0, 12, 0, 0, 0, 0, 0, 28], 4)
    for (const [index, value] of [1, 0xe000, 0xe000, 50].entries()) table.writeUInt32BE(value, 24 + index * 4)
    return table
  })
const thaiFont = await unpackFont(thaiOnly, undefined)
const thaiFace = await loadFace(thaiFont)

const inspect = async (bytes: Uint8Array, face?: number) => {
  const { findings, scripts, replacement } = await renderer.inspect({ ...inspectInput('FONT', bytes), face })
  const codes = findings.map(({ severity, code, params }) =>
    [severity, code, params?.case].filter(Boolean).join(' '),
  )
  return { codes, scripts, replacement, params: findings[0]?.params }
}

describe('a font file', () => {
  const largeWoff2 = Buffer.from(variable)
  largeWoff2.writeUInt32BE(33 * 1024 * 1024, 16)
  const packedWoff = woffOf(notoSans)
  const damagedWoff = Buffer.from(packedWoff).fill(0xaa, packedWoff.length - 4_000)

  it.each<[string, Uint8Array, object]>([
    ['of TrueType', notoSans, { codes: [], replacement: undefined }],
    ['without Latin letters', thaiOnly, { codes: ['warning font_lacks latin'], scripts: ['Thai'] }],
    ['without Latin letters as WOFF2', thaiOnly2, { codes: ['warning font_lacks latin'], scripts: ['Thai'] }],
    ['as WOFF', packedWoff, { codes: [] }],
    ['as WOFF2, variable', variable, { codes: ['warning font_variable weights'] }],
    ['as a collection of one font', collectionOf(notoSans), { codes: [] }],
    [
      'with an empty glyph',
      withoutOutlines(thaiFont, [thaiFace.glyphOf(0x0e01)]),
      { codes: ['warning font_glyphs blank', 'warning font_lacks latin'], params: { characters: 'ก' } },
    ],
    ['with empty glyphs only', withoutOutlines(notoSans), { codes: ['error font_damaged no_letters'] }],
    [
      'with colour glyphs',
      withTable(notoSans, 'COLR', () => Buffer.alloc(14)),
      { codes: ['warning font_glyphs coloured'] },
    ],
    ['with symbols only', symbolsOf(notoSans), { codes: ['warning font_lacks latin'], scripts: [] }],
    ['as damaged WOFF', damagedWoff, { codes: ['error font_damaged packed'] }],
    ['as truncated WOFF2', variable.subarray(0, 900), { codes: ['error font_damaged packed'] }],
    [
      'as WOFF2 that declares a size beyond the limit',
      largeWoff2,
      { codes: ['error file_too_complex font_bytes'] },
    ],
    [
      'as a truncated collection',
      Buffer.from('ttcf\0\x01\0\0\0\0\0\x09'),
      { codes: ['error font_damaged ends_early'] },
    ],
  ])('%s', async (_what, bytes, expected) => {
    expect(await inspect(bytes)).toMatchObject(expected)
  })

  it('with several fonts requires choosing one, and lists them', async () => {
    const collection = collectionOf(notoSans, notoBold)
    expect(await inspect(collection)).toMatchObject({
      codes: ['error font_collection choose'],
      params: { fonts: 2, names: '1 Noto Sans Regular, 2 Noto Sans Bold' },
    })
    expect(await inspect(collection, 3)).toMatchObject({ codes: ['error font_collection face'] })
    const { replacement } = await inspect(collection, 2)
    expect((await loadFace(replacement!.bytes)).postScriptName).toBe('NotoSans-Bold')
  })

  it('reports its weights', async () => {
    expect(await inspect(variable)).toMatchObject({
      params: { least: 100, most: 900, weights: '100, 200, 300, 400, 500, 600, 700, 800, 900' },
    })
  })

  it('is the same font after unpacking', async () => {
    const unpacked = readSfnt(await unpackFont(packedWoff, undefined))
    const given = readSfnt(notoSans)
    const byTag = ({ tables }: ReturnType<typeof readSfnt>) =>
      new Map(tables.map(({ tag, data }) => [tag, Buffer.from(data).toString('hex')]))
    expect(byTag(unpacked)).toEqual(byTag(given))
    expect(writeSfnt(given).length % 4).toBe(0)
  })
})

const text = { type: 'text', x: 5, y: 5, w: 100, h: 20, size: 12, font: 'brand' } as const

const printed = async (bytes: Uint8Array, content: string, weight?: number) => {
  const font = { id: 'brand', asset: 'ast_font', ...(weight === undefined ? {} : { weight }) }
  const input = structuredClone(postcardInput)
  input.fonts.push(font)
  input.pages[0]!.elements = [{ ...text, text: content }]
  const document: TemplateDocument = documentOf(input)
  const asset = { id: 'ast_font', format: 'font' as const, bytes }
  const compiled = await renderer.compile({
    organisationId: 'org_1',
    document,
    sheet: postcardSheet,
    assets: [asset],
  })
  const codes = compiled.findings.map(({ severity, code }) => `${severity} ${code}`)
  if (!compiled.layer) return { codes }
  const template = { id: `tv_${content}${weight}`, document, sheet: postcardSheet, layer: compiled.layer }
  const { pdf } = await collectPart(renderer, partOf(template, [pieceOf(1, { templateId: template.id })]))
  const path = join(folder, `${template.id}.pdf`)
  await writeFile(path, pdf)
  return { codes, path, pdf }
}

describe('a font in print', () => {
  itWithTools(['qpdf', 'gs', 'pdffonts', 'pdftotext'], 'is embedded, valid and readable', async () => {
    const fonts: [string, Uint8Array, string, number?][] = [
      ['Inter', await unpackFont(variable, undefined), 'Hello weights', 700],
      ['NotoSansThai', await unpackFont(thaiOnly2, undefined), 'สวัสดี'],
      ['Inconsolata', postScript, 'Hello outlines'],
    ]
    for (const [name, bytes, content, weight] of fonts) {
      const { path, codes } = await printed(bytes, content, weight)
      expect(codes.filter((code) => code.startsWith('error'))).toEqual([])
      run('qpdf', ['--check', path!])
      expect(run('pdffonts', [path!])).toMatch(new RegExp(`[A-Z]{6}\\+${name}\\S* .*yes yes yes`))
      expect(run('pdftotext', [path!, '-'])).toContain(content)
      run('gs', ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=nullpage', path!])
    }
  })

  it('has the chosen weight', async () => {
    const bytes = await unpackFont(variable, undefined)
    const widthOf = async (weight: number | undefined) => {
      const face = await loadFace(bytes, undefined, weight === undefined ? undefined : { wght: weight })
      return face.shape('Weights', 0, 7, false, 'en').reduce((sum, { advance }) => sum + advance, 0)
    }
    expect(await widthOf(900)).toBeGreaterThan((await widthOf(100)) * 1.02)
    expect(await widthOf(undefined)).toBe(await widthOf(400))
  })

  it.each([
    [100, []],
    [900, []],
    [950, ['error font_weight']],
    [50, ['error font_weight']],
  ])('with weight %i', async (weight, expected) => {
    const { codes } = await printed(await unpackFont(variable, undefined), 'Hello', weight)
    expect(codes).toEqual(expected)
  })

  it('without characters of a static text reports the font that prints them', async () => {
    const { codes } = await printed(await unpackFont(thaiOnly2, undefined), 'สวัสดี Hello')
    expect(codes).toEqual(['warning font_fallback'])
    expect((await printed(notoSans, 'Hello')).codes).toEqual([])
  })

  it('with one weight has no other', async () => {
    expect((await printed(notoSans, 'Hello', 700)).codes).toEqual(['error font_weight'])
  })
})

const emptyPage = pdfOfObjects([
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
])

describe('a file of the program that could not be read once', () => {
  it.each<[ResourceName, () => Promise<() => Promise<unknown>>]>([
    [
      'noto-sans-bold',
      async () => {
        const { openFontBook } = await import('../../src/adapters/pdf/fonts/book.ts')
        return () => openFontBook({ fonts: [{ id: 'noto-sans-bold' }], locale: 'nl' }, new Map())
      },
    ],
    [
      'FOGRA39.icc',
      async () => {
        const { deflatedResource } = await import('../../src/adapters/pdf/resources.ts')
        return () => deflatedResource('FOGRA39.icc')
      },
    ],
    [
      'pdfium.wasm',
      async () => {
        const { rasterisePage } = await import('../../src/adapters/pdf/raster.ts')
        return () => rasterisePage([emptyPage], { page: 1, dpi: 72 })
      },
    ],
    [
      'sRGB.icc',
      async () => {
        const { createPdfRenderer } = await import('../../src/adapters/pdf/index.ts')
        const other = createPdfRenderer({ workers: 0 })
        return () => other.platformAssets()
      },
    ],
  ])('is read again: %s', async (name, load) => {
    // Modules of other tests have read the files.
    vi.resetModules()
    const { provideFiles } = await import('../../src/adapters/platform/node/files.ts')
    const use = await load()
    provideFiles({ [name]: join(folder, 'none') }, '', '')
    await expect(use()).rejects.toThrow('ENOENT')
    provideFiles({}, '', '')
    await expect(use()).resolves.toBeDefined()
  })
})

describe('the outlines that the editor draws', () => {
  it('include those of PostScript fonts', async () => {
    const face = await loadFace(postScript)
    const contours = new GlyphOutlines(face).contours(face.glyphOf('o'.codePointAt(0)!))
    expect(contours).toHaveLength(2)
    expect(contours[0]!.steps).toMatch(/c.*z$/)
  })

  it('have the chosen weight', async () => {
    const bytes = await unpackFont(variable, undefined)
    const outline = async (wght: number) => {
      const face = await loadFace(bytes, undefined, { wght })
      return new GlyphOutlines(face).contours(face.glyphOf('o'.codePointAt(0)!))
    }
    expect(await outline(900)).not.toEqual(await outline(100))
  })
})
