import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { createPdfRenderer } from '../src/adapters/pdf/index.ts'
import { createXml } from '../src/adapters/xml/xml.ts'
import type { Services } from '../src/core/engine/services.ts'
import { electronicFormat } from '../src/core/features/billing/electronic/address.ts'
import { ciiOf } from '../src/core/features/billing/electronic/cii.ts'
import { ublOf } from '../src/core/features/billing/electronic/ubl.ts'
import { textsOf } from '../src/core/features/billing/invoice-words.ts'
import { invoicePdf } from '../src/core/features/billing/paper/render.ts'
import { invoiceKinds } from '../test/support/invoice-kinds.ts'

/**
 * Writes every kind of invoice and validates it against rules that you provide:
 *
 *     node scripts/check-invoices.ts --rules DIR    # *.xslt that output SVRL, compiled from Schematron
 *     node scripts/check-invoices.ts --out DIR      # only writes the documents: UBL, CII, and PDF with CII
 *
 * The name of a file in DIR decides which documents it validates: `CII` Cross Industry Invoices, `PEPPOL` Peppol
 * BIS Billing 3, other names all of UBL. They run on Debian's Saxon (libsaxonhe-java).
 */

const saxon = '/usr/share/java/Saxon-HE.jar'
const run = promisify(execFile)

interface Written {
  kind: 'ubl' | 'cii'
  isPeppol: boolean
  what: string
}

const writeAll = async (folder: string, withPdf: boolean): Promise<Map<string, Written>> => {
  const xml = createXml()
  const renderer = createPdfRenderer({ workers: 0 })
  const written = new Map<string, Written>()
  for (const kind of ['ubl', 'cii', 'pdf']) await mkdir(join(folder, kind), { recursive: true })
  for (const [index, { what, invoice, original }] of invoiceKinds.entries()) {
    const name = String(index + 1).padStart(3, '0')
    const isPeppol = electronicFormat(invoice) === 'PEPPOL_BIS_3'
    const texts = await textsOf(invoice)
    for (const [kind, element] of [
      ['ubl', ublOf(texts, invoice, original)],
      ['cii', ciiOf(texts, invoice, original)],
    ] as const) {
      await writeFile(join(folder, kind, `${name}.xml`), await xml.write(element))
      written.set(`${kind}/${name}.xml`, { kind, isPeppol, what })
    }
    if (withPdf) {
      const services = { renderer, xml } as unknown as Services
      await writeFile(join(folder, 'pdf', `${name}.pdf`), await invoicePdf(services, invoice, original))
    }
  }
  await renderer.close()
  return written
}

/** Returns the failed rules of an SVRL report, and whether they are fatal. */
const failuresIn = (report: string): { rule: string; flag: string }[] =>
  [...report.matchAll(/<svrl:failed-assert\b([^>]*)>/g)].map(([, attributes = '']) => ({
    rule: /\bid="([^"]*)"/.exec(attributes)?.[1] ?? '?',
    flag: /\b(?:flag|role)="([^"]*)"/.exec(attributes)?.[1] ?? 'fatal',
  }))

const concerns = (rules: string, { kind, isPeppol }: Written): boolean => {
  const ofCii = /cii/i.test(rules)
  return ofCii === (kind === 'cii') && (isPeppol || !/peppol/i.test(rules))
}

const check = async (rulesFolder: string, folder: string): Promise<boolean> => {
  const written = await writeAll(folder, false)
  let fatals = 0
  for (const rules of (await readdir(rulesFolder)).filter((name) => name.endsWith('.xslt')).sort()) {
    const files = [...written].filter(([, document]) => concerns(rules, document))
    const counts = { fatal: 0, warning: 0 }
    const reports = join(folder, 'reports')
    // Java starts once per folder and compiles the rules once.
    for (const kind of ['ubl', 'cii'] as const) {
      const names = files.filter(([, document]) => document.kind === kind)
      if (names.length === 0) continue
      await rm(reports, { recursive: true, force: true })
      await mkdir(reports)
      const args = [`-xsl:${join(rulesFolder, rules)}`, `-s:${join(folder, kind)}`, `-o:${reports}`]
      await run('java', ['-cp', saxon, 'net.sf.saxon.Transform', ...args], { maxBuffer: 2 ** 26 })
      for (const [name, { what }] of names) {
        for (const { rule, flag } of failuresIn(await readFile(join(reports, name.slice(4)), 'utf8'))) {
          const isFatal = flag === 'fatal' || flag === 'error'
          counts[isFatal ? 'fatal' : 'warning']++
          process.stdout.write(`${isFatal ? 'FATAL' : 'warning'} ${rule} in ${name}, ${what}\n`)
        }
      }
    }
    fatals += counts.fatal
    process.stdout.write(
      `${rules}: ${files.length} documents, ${counts.fatal} fatals, ${counts.warning} warnings\n`,
    )
  }
  return fatals === 0
}

const { values } = parseArgs({ options: { rules: { type: 'string' }, out: { type: 'string' } } })
if (values.rules === undefined && values.out === undefined) {
  process.stderr.write('Use --rules DIR, with rules as *.xslt, or --out DIR.\n')
  process.exit(2)
}
if (values.out !== undefined) await writeAll(resolve(values.out), true)
if (values.rules !== undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'invoices-'))
  const isClean = await check(resolve(values.rules), folder).finally(() => rm(folder, { recursive: true }))
  if (!isClean) process.exitCode = 1
}
