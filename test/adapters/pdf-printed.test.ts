import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { importPage } from '../../src/adapters/pdf/import/page.ts'
import { inspectPdf } from '../../src/adapters/pdf/inspect/pdf.ts'
import { PdfDocument } from '../../src/adapters/pdf/reader/document.ts'
import { finishPage } from '../../src/adapters/pdf/writer/pages.ts'
import { PdfWriter } from '../../src/adapters/pdf/writer/writer.ts'
import type { PrintedKind } from '../support/pdf-drawings.ts'
import { printedKinds } from '../support/pdf-kinds.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { describeWithTools } from '../support/tools.ts'

/** Renders a page with Lettershop, alone on a sheet of its size. */
const printed = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  const writer = new PdfWriter(async (chunk) => {
    chunks.push(chunk)
  })
  const { form } = importPage(new PdfDocument(bytes), 1)
  const ids = form.objects.map(() => writer.reserve())
  for (const [index, { dict, stream }] of form.objects.entries()) {
    const body = dict
      .replaceAll('[/ICCBased {{srgb}}]', '/DeviceRGB')
      .replace(/\{\{(\d+)\}\}/g, (_, target: string) => `${ids[Number(target)]} 0 R`)
    if (stream) writer.stream(ids[index]!, body, stream)
    else writer.object(ids[index]!, body)
  }
  await finishPage(writer, form, '/Page Do', `/XObject<</Page ${ids[0]} 0 R>>`)
  return Buffer.concat(chunks)
}

/** Renders PDFs for print with Ghostscript at 72 dpi. */
const pictures = (folder: string, files: readonly Uint8Array[]): Buffer[] => {
  mkdirSync(folder)
  const paths = files.map((bytes, index) => {
    const path = join(folder, `${String(index).padStart(3, '0')}.pdf`)
    writeFileSync(path, bytes)
    return path
  })
  const options = ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-dPrinted=true', '-dUseCropBox', '-r72']
  const device = ['-sDEVICE=ppmraw', '-dGraphicsAlphaBits=4', '-dTextAlphaBits=4']
  const output = `-sOutputFile=${join(folder, '%03d.ppm')}`
  const { status, stderr } = spawnSync('gs', [...options, ...device, output, ...paths])
  if (status !== 0) throw new Error(String(stderr))
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ppm'))
    .sort()
    .map((name) => readFileSync(join(folder, name)))
}

/** The samples of two images that differ visibly, per thousand. */
const difference = (one: Buffer, other: Buffer): number => {
  if (one.length !== other.length) return 1000
  let differing = 0
  for (let at = 0; at < one.length; at++) if (Math.abs(one[at]! - other[at]!) > 48) differing++
  return (differing * 1000) / one.length
}

const inputs = join(import.meta.dirname, '../fixtures/inputs/pdf')
const fixture = (name: string) => readFileSync(join(inputs, `${name}.pdf`))

const kinds: readonly PrintedKind[] = [
  ...printedKinds,
  ['fixture: a form field', fixture('form-field'), []],
  ['fixture: a filled form', fixture('pdf-form-field'), []],
  ['fixture: a covering bar', fixture('cover'), ['pdf_annotations']],
  ['fixture: a layer that is off', fixture('layer-off'), ['pdf_layers_hidden']],
  ['fixture: a hidden layer', fixture('pdf-hidden-layer'), ['pdf_layers_hidden']],
  ['fixture: a crop box beyond the media box', fixture('crop-beyond-media'), []],
  ['fixture: an owner password', fixture('owner-password'), ['pdf_layers_hidden']],
  ['fixture: ASCII85', fixture('pdf-ascii85-stream'), []],
  ['fixture: ASCII85 of deflated bytes', fixture('a85-flate'), []],
  ['fixture: bytes after the end', fixture('pdf-trailing-bytes'), []],
  ['fixture: an unused font', fixture('pdf-unused-helvetica'), []],
  ['fixture: a landscape page', fixture('pdf-landscape'), []],
  ['fixture: a text', fixture('pdf-text-over-address'), []],
]

describeWithTools(['gs'], 'a PDF is printed as it is printed elsewhere', () => {
  let original: Buffer[]
  let ours: Buffer[]
  beforeAll(async () => {
    const folder = temporaryFolder()
    original = pictures(
      join(folder, 'original'),
      kinds.map(([, bytes, , like]) => like ?? bytes),
    )
    ours = pictures(join(folder, 'ours'), await Promise.all(kinds.map(([, bytes]) => printed(bytes))))
  })

  it.each(kinds.map(([what], index) => [what, index] as const))('%s', (_, index) => {
    expect(difference(original[index]!, ours[index]!)).toBeLessThan(3)
    // A blank image would match any missing content.
    expect(ours[index]!.subarray(20).some((sample) => sample < 200)).toBe(true)
  })

  it.each(kinds.map(([what, bytes, codes]) => [what, bytes, codes] as const))(
    'is reported: %s',
    async (_, bytes, codes) => {
      const { findings } = await inspectPdf(bytes)
      expect(findings.filter(({ code }) => code.startsWith('pdf_')).map(({ code }) => code)).toEqual(codes)
    },
  )
})
