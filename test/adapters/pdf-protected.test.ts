import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { importPage } from '../../src/adapters/pdf/import/page.ts'
import { inspectPdf } from '../../src/adapters/pdf/inspect/pdf.ts'
import { PdfDocument } from '../../src/adapters/pdf/reader/document.ts'
import { drawingOf, formOf, ground } from '../support/pdf-drawings.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { describeWithTools } from '../support/tools.ts'

/** A page with an indexed colour table, stored as a string, and a form. */
const bytes = drawingOf(`${ground} /I cs 1 scn 100 100 50 50 re f /F Do`, {
  page: '/Resources<</ColorSpace<</I[/Indexed/DeviceCMYK 1<0000000000FF00FF>]>>/XObject<</F 5 0 R>>>>',
  more: [formOf('0 1 0 0 k 10 10 20 20 re f')],
})

/** Rewrites the file with qpdf and these options. */
const rewritten = (options: readonly string[]): Buffer => {
  const folder = temporaryFolder()
  const [from, to] = [join(folder, 'from.pdf'), join(folder, 'to.pdf')]
  writeFileSync(from, bytes)
  const { status, stderr } = spawnSync('qpdf', [...options, from, to])
  // qpdf exits with 3 when it warns about the weak keys that are requested here.
  if (status !== 0 && status !== 3) throw new Error(String(stderr))
  return readFileSync(to)
}
const encrypted = (user: string, length: string, ...restrictions: string[]) =>
  rewritten(['--allow-weak-crypto', '--encrypt', user, 'owner', length, ...restrictions, '--'])

/** The printed content of the page: its operators, those of its form, and its colours. */
const printed = (file: Uint8Array): string => {
  const { form } = importPage(new PdfDocument(file), 1)
  const streams = form.objects.map(({ stream, dict }) =>
    stream && dict.includes('FlateDecode') ? inflateSync(stream).toString('latin1') : String(stream ?? ''),
  )
  return [
    ...streams.map((text) => text.trim()),
    /<[0-9a-f]{16}>/.exec(JSON.stringify(form.objects))?.[0],
  ].join('\n')
}

describeWithTools(['qpdf'], 'a PDF', () => {
  it.each([
    ['with object streams', () => rewritten(['--object-streams=generate'])],
    ['that is linearised', () => rewritten(['--linearize'])],
    ['with an owner password (RC4, 40 bits)', () => encrypted('', '40')],
    ['with an owner password (RC4, 128 bits)', () => encrypted('', '128', '--use-aes=n')],
    ['with an owner password (AES, 128 bits)', () => encrypted('', '128', '--use-aes=y')],
    [
      'with an owner password (AES, 128 bits, plain metadata)',
      () => encrypted('', '128', '--use-aes=y', '--cleartext-metadata'),
    ],
    ['with an owner password (AES, 256 bits)', () => encrypted('', '256')],
    ['with an owner password (AES, 256 bits, as of Acrobat 9)', () => encrypted('', '256', '--force-R5')],
    ['whose owner forbids changes', () => encrypted('', '256', '--modify=none', '--extract=n')],
  ])('%s is printed like the unprotected file', async (_, make) => {
    const file = make()
    expect((await inspectPdf(file)).findings.filter(({ code }) => code.startsWith('pdf_'))).toEqual([])
    expect(printed(file)).toBe(printed(bytes))
  })

  it.each([
    ['that requires a password', () => encrypted('user', '256'), /^It requires a password\. Save it without/],
    ['that requires a password (RC4)', () => encrypted('user', '40'), /^It requires a password\. /],
    [
      'that must not be printed',
      () => encrypted('', '256', '--print=none'),
      /^Its owner does not allow printing/,
    ],
    [
      'that may only be printed in low resolution',
      () => encrypted('', '128', '--print=low'),
      /^Its owner does not allow/,
    ],
  ])('%s is refused', async (_, make, message) => {
    const { findings } = await inspectPdf(make())
    expect(findings).toMatchObject([
      { severity: 'error', code: 'pdf_encrypted', message: expect.stringMatching(message) },
    ])
  })
})
