import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { Findings, run } from './tools.ts'

interface Manifest {
  run: { id: string }
  parts: { name: string; sha256: string; pages: number; items: number }[]
  proof: { name: string; pages: number; pieces: { id: string; firstPage: number }[] }
  ticket: { name: string }
  items: {
    id: string
    sequence: number
    part: string
    firstPage: number
    pageCount: number
    addressLines: string[]
    trackingUrl: string
  }[]
}

/** The address zone of the specification, in mm from the top left of the trim. */
export interface AddressZone {
  page: number
  x: number
  y: number
  w: number
  h: number
}

export interface Expected {
  itemId: string
  /** Texts required in the address block: name or company, city. */
  addressTexts: string[]
}

/**
 * Verifies a print package with common tools: checksums, syntax, fonts, boxes, and for every item, page by page by the
 * manifest, that its address block and its QR code are its own. Reading the codes takes most of the time; `codes: false`
 * skips it.
 */
export const checkPackage = (
  folder: string,
  expected: readonly Expected[],
  zone: AddressZone,
  { codes = true } = {},
): { pages: number; items: number } => {
  const findings = new Findings()
  run('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: folder })
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const rows = parse(readFileSync(join(folder, 'items.csv')), {
    bom: true,
    delimiter: ';',
    columns: true,
  }) as Record<string, string>[]
  findings.check(
    rows.length === manifest.items.length,
    `items.csv has ${rows.length} rows, the manifest ${manifest.items.length} items`,
  )
  checkOnceEach(manifest, expected, findings)
  const texts = new Map(expected.map(({ itemId, addressTexts }) => [itemId, addressTexts]))
  let pages = 0
  for (const part of manifest.parts) {
    const file = join(folder, part.name)
    pages += checkFile(file, findings)
    const items = manifest.items.filter((item) => item.part === part.name)
    checkAddresses(file, items, texts, zone, findings)
    if (codes) checkCodes(file, items, findings)
  }
  checkProof(folder, manifest, zone, texts, findings)
  checkTicket(readFileSync(join(folder, manifest.ticket.name), 'utf8'), manifest, findings)
  findings.assertNone(`Package ${manifest.run.id}`)
  return { pages, items: manifest.items.length }
}

/** Checks that the proof is as valid as a part, with its pieces where the manifest says. */
const checkProof = (
  folder: string,
  { proof, items }: Manifest,
  zone: AddressZone,
  texts: ReadonlyMap<string, string[]>,
  findings: Findings,
): void => {
  const file = join(folder, proof.name)
  findings.check(
    checkFile(file, findings) === proof.pages,
    `${proof.name} does not have ${proof.pages} pages`,
  )
  findings.check(proof.pieces[0]?.id === items[0]?.id, 'the proof does not start with the first piece')
  findings.check(proof.pieces.at(-1)?.id === items.at(-1)?.id, 'the proof does not end with the last piece')
  const shown = proof.pieces.map((piece) => ({
    ...items.find(({ id }) => id === piece.id)!,
    firstPage: piece.firstPage,
  }))
  checkAddresses(file, shown, texts, zone, findings)
}

/** Checks that the ticket lists the parts in order, and every piece. */
const checkTicket = (xml: string, { parts, items, run: { id } }: Manifest, findings: Findings): void => {
  const files = [...xml.matchAll(/<FileSpec [^>]*URL="([^"]*)"/g)].map((match) => match[1])
  findings.check(xml.includes(`JobID="${id}"`), 'the ticket belongs to another run')
  findings.check(files.join() === parts.map(({ name }) => name).join(), `the ticket lists ${files.join()}`)
  findings.check(
    xml.includes(` Amount="${items.length}"`),
    `the ticket does not order ${items.length} pieces`,
  )
}

const checkOnceEach = (manifest: Manifest, expected: readonly Expected[], findings: Findings): void => {
  const ids = manifest.items.map((item) => item.id)
  findings.check(new Set(ids).size === ids.length, 'an item is in the package twice')
  const wanted = new Set(expected.map(({ itemId }) => itemId))
  for (const id of wanted) findings.check(ids.includes(id), `${id} is missing`)
  for (const id of ids) findings.check(wanted.has(id), `${id} should not be printed`)
  const codes = new Set(manifest.items.map((item) => item.trackingUrl))
  findings.check(codes.size === ids.length, 'two items share a tracking address')
}

/** Checks syntax, interpreter, PDF/X, boxes and fonts. Returns the number of pages. */
export const checkFile = (file: string, findings: Findings): number => {
  run('qpdf', ['--check', file])
  run('gs', ['-q', '-dBATCH', '-dNOPAUSE', '-dPDFSTOPONERROR', '-sDEVICE=nullpage', file])
  const info = run('pdfinfo', ['-box', file])
  findings.check(/PDF\/X-4/.test(info), `${file} is not PDF/X-4`)
  const box = (name: string) =>
    (new RegExp(`${name}:\\s+(.*)`).exec(info)?.[1] ?? '').trim().split(/\s+/).map(Number)
  const [trim, bleed] = [box('TrimBox'), box('BleedBox')]
  findings.check(trim.length === 4 && bleed.length === 4, `${file} lacks a TrimBox or BleedBox`)
  findings.check(
    bleed[0]! < trim[0]! && bleed[3]! > trim[3]!,
    `${file}: the BleedBox does not contain the TrimBox`,
  )
  const fonts = run('pdffonts', [file]).split('\n').slice(2).filter(Boolean)
  findings.check(fonts.length > 0, `${file} has no fonts`)
  for (const font of fonts) {
    findings.check(/^[A-Z]{6}\+/.test(font), `${file}: not a tagged subset: ${font}`)
    findings.check(
      /\syes\s+yes\s+yes\s/.test(font),
      `${file}: not embedded, subset and mapped to Unicode: ${font}`,
    )
  }
  return Number(/Pages:\s+(\d+)/.exec(info)?.[1])
}

const pointsPerMm = 72 / 25.4

/** Compares the text in each item's address zone with its own recipient and no other. */
const checkAddresses = (
  file: string,
  items: Manifest['items'],
  texts: ReadonlyMap<string, string[]>,
  zone: AddressZone,
  findings: Findings,
): void => {
  const blocks = textInZone(file, zone)
  for (const item of items) {
    const block = fold(blocks[item.firstPage + zone.page - 2] ?? '')
    for (const text of [...(texts.get(item.id) ?? []), ...item.addressLines]) {
      findings.check(
        block.includes(fold(text)),
        `${item.id} page ${item.firstPage}: “${text}” is not in its address block “${block}”`,
      )
    }
  }
}

/** Reads the text of the zone on every page in reading order, also right-to-left words. */
const textInZone = (file: string, zone: AddressZone): string[] => {
  const info = run('pdfinfo', ['-box', file])
  const edge = (box: string, place: number) =>
    Number((new RegExp(`${box}:\\s+(.*)`).exec(info)?.[1] ?? '').split(/\s+/)[place])
  const left = zone.x * pointsPerMm + edge('TrimBox', 0)
  // From the top: above the trim a proof has more than the bleed.
  const top = zone.y * pointsPerMm + edge('MediaBox', 3) - edge('TrimBox', 3)
  const crop = { x: left, y: top, W: zone.w * pointsPerMm, H: zone.h * pointsPerMm }
  const area = Object.entries(crop).flatMap(([name, points]) => [`-${name}`, String(Math.round(points))])
  return run('pdftotext', ['-r', '72', ...area, file, '-']).split('\f')
}

/** Capitals on paper drop the accents of Greek, and a line may be broken anywhere: both are the same text. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/\s+/g, ' ')
    // Of a name that is divided at its hyphen pdftotext leaves the hyphen out.
    .replace(/-\s*/g, '')
    .trim()
    .toUpperCase()

/** Renders every page and reads its QR codes: each item's pages together must hold exactly its own tracking address. */
const checkCodes = (file: string, items: Manifest['items'], findings: Findings): void => {
  const scratch = mkdtempSync(join(tmpdir(), 'lettershop-codes-'))
  try {
    // Smoothed edges take half of the time, and no code needs them.
    run('pdftoppm', ['-r', '120', '-gray', '-aa', 'no', '-aaVector', 'no', file, join(scratch, 'page')])
    const images = readdirSync(scratch).sort()
    const codes = new Map<number, string[]>()
    for (let from = 0; from < images.length; from += 100) {
      const batch = images.slice(from, from + 100)
      const options = ['--nodbus', '--quiet', '--xml', '-Sdisable', '-Sqrcode.enable']
      // Status 4: some image holds no code, as the fronts do.
      const xml = run('zbarimg', [...options, ...batch], { cwd: scratch, accept: 4 })
      for (const source of xml.matchAll(/<source href='([^']*)'>(.*?)<\/source>/gs)) {
        const page = Number(/-(\d+)\.pgm/.exec(source[1]!)![1])
        codes.set(
          page,
          [...source[2]!.matchAll(/<data[^>]*><!\[CDATA\[(.*?)\]\]>/gs)].map((match) => match[1]!),
        )
      }
    }
    for (const item of items) {
      const found = Array.from(
        { length: item.pageCount },
        (_, n) => codes.get(item.firstPage + n) ?? [],
      ).flat()
      const own = found.filter((code) => code.toUpperCase() === item.trackingUrl.toUpperCase())
      findings.check(
        own.length === 1 && found.length === 1,
        `${item.id} page ${item.firstPage}: QR codes ${JSON.stringify(found)}, not ${item.trackingUrl}`,
      )
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
