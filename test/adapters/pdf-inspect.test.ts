import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, describe, expect, it } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import { createInspector } from '../../src/adapters/pdf/inspect/inspector.ts'
import type { InspectInput } from '../../src/core/ports/renderer.ts'
import { jpegs } from '../support/images.ts'
import { pdfOf } from '../support/pdf-files.ts'

const renderer = createPdfRenderer({ workers: 0 })
const threaded = createPdfRenderer({ workers: 1 })
afterAll(() => Promise.all([renderer.close(), threaded.close()]))

const inspect = (kind: InspectInput['kind'], bytes: Uint8Array) =>
  renderer.inspect({ kind, load: async () => bytes })
const codes = async (kind: InspectInput['kind'], bytes: Uint8Array) =>
  (await inspect(kind, bytes)).findings.map(({ severity, code }) => `${severity} ${code}`)

describe('a PDF', () => {
  const page = (extra = '') => pdfOf([`<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]${extra}>>`])

  it.each([
    ['of one page', page(), []],
    [
      'of three pages',
      pdfOf(Array.from({ length: 3 }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>')),
      ['warning pdf_pages'],
    ],
    [
      'of fifty-one pages',
      pdfOf(Array.from({ length: 51 }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>')),
      ['error pdf_pages'],
    ],
    ['of no page', pdfOf([]), ['error pdf_unsupported']],
    ['without a size', pdfOf(['<</Type/Page/Parent 2 0 R>>']), ['error pdf_unsupported']],
    [
      'with one page that cannot be printed',
      pdfOf(['<</Type/Page/Parent 2 0 R>>', '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>']),
      ['warning pdf_unsupported', 'warning pdf_pages'],
    ],
    [
      'that is encrypted',
      pdfOf(['<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'], { trailer: '/Encrypt<</Filter/Standard>>' }),
      ['error pdf_encrypted'],
    ],
    [
      'with JavaScript when it opens',
      pdfOf(['<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'], {
        catalogue: '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>',
      }),
      ['error pdf_active_content'],
    ],
    [
      'with JavaScript under its escaped name',
      page('/AA<</O<</S/J#61vaScript>>>>'),
      ['error pdf_active_content'],
    ],
    ['that starts a program', page('/A<</S/Launch/F(cmd.exe)>>'), ['error pdf_active_content']],
    [
      'with files inside it',
      pdfOf(['<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'], { catalogue: '/Names<</EmbeddedFiles<<>>>>' }),
      ['error pdf_active_content'],
    ],
    ['that is cut off', page().subarray(0, -30), ['error pdf_unsupported']],
    ['whose pages lead in a circle', pdfOf(['<</Type/Pages/Kids[2 0 R]>>']), ['error pdf_unsupported']],
    [
      'with a font that is not embedded',
      page('/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>'),
      ['error pdf_unsupported'],
    ],
  ])('%s', async (_what, bytes, expected) => {
    const { findings } = await inspect('PDF', bytes)
    expect([...new Set(findings.map(({ severity, code }) => `${severity} ${code}`))]).toEqual(expected)
  })
})

describe('a font', () => {
  const path = createRequire(import.meta.url).resolve(
    '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  )
  const font = readFileSync(path)
  const withRights = (fsType: number) => {
    const changed = Buffer.from(font)
    const count = changed.readUInt16BE(4)
    for (let entry = 12; entry < 12 + count * 16; entry += 16) {
      if (changed.toString('latin1', entry, entry + 4) === 'OS/2') {
        changed.writeUInt16BE(fsType, changed.readUInt32BE(entry + 8) + 8)
      }
    }
    return changed
  }
  const without = (table: string) => {
    const changed = Buffer.from(font)
    changed.write('XXXX', changed.indexOf(table, 12, 'latin1'), 'latin1')
    return changed
  }

  it.each([
    ['that may be embedded', font, []],
    ['for printing and viewing', withRights(0x0004), []],
    ['that may be edited', withRights(0x0008), []],
    ['whose licence forbids embedding', withRights(0x0002), ['error font_not_embeddable']],
    ['that may not be subset', withRights(0x0104), ['error font_not_embeddable']],
    ['that allows bitmaps only', withRights(0x0200), ['error font_not_embeddable']],
    ['without outlines', without('glyf'), ['error font_not_embeddable']],
    ['without characters', without('cmap'), ['error font_damaged']],
    ['that ends too early', font.subarray(0, 100_000), ['error font_damaged']],
    ['that is its first bytes', font.subarray(0, 8), ['error font_damaged']],
    [
      'of zeros behind its directory',
      Buffer.concat([font.subarray(0, 400), Buffer.alloc(font.length - 400)]),
      ['error font_damaged'],
    ],
  ])('%s', async (_what, bytes, expected) => {
    expect(await codes('FONT', bytes)).toEqual(expected)
  })
})

describe('in a thread', () => {
  it('files are looked at one after the other, loaded when their turn comes', async () => {
    let loaded = 0
    const inspections = Array.from({ length: 30 }, () =>
      threaded.inspect({
        kind: 'IMAGE',
        load: async () => {
          loaded++
          return new Uint8Array(jpegs.rgb)
        },
      }),
    )
    await inspections[0]
    expect(loaded).toBeLessThan(5)
    const all = await Promise.all(inspections)
    expect(all.every(({ findings, image }) => findings.length === 0 && image?.widthPx === 120)).toBe(true)
    expect(loaded).toBe(30)
  })

  it('a file that takes too long is given up, and the next one is looked at', async () => {
    const impatient = createInspector(true, 1)
    try {
      const { findings } = await impatient.inspect({
        kind: 'IMAGE',
        load: async () => new Uint8Array(jpegs.rgb),
      })
      expect(findings).toMatchObject([{ severity: 'error', code: 'file_too_complex' }])
    } finally {
      await impatient.close()
    }
    const { image } = await threaded.inspect({ kind: 'IMAGE', load: async () => new Uint8Array(jpegs.rgb) })
    expect(image?.widthPx).toBe(120)
  })

  it('a file that cannot be loaded fails alone', async () => {
    const failing = threaded.inspect({ kind: 'PDF', load: () => Promise.reject(new Error('disk')) })
    const next = threaded.inspect({ kind: 'IMAGE', load: async () => new Uint8Array(jpegs.gray) })
    await expect(failing).rejects.toThrow('disk')
    expect((await next).image?.colourProfile).toBe('Gray')
  })
})
