import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../support/tools.ts'
import { anyWord } from './mail.ts'
import { marksOf, pageCountOf, type Word, wordsOf } from './read-paper.ts'
import type { Box, Sent, Specification } from './shop.ts'

export interface Piece {
  id: string
  sequence: number
  part: string
  firstPage: number
  pageCount: number
  sheetCount: number
  addressLines: readonly string[]
}

export interface Manifest {
  run: { id: string }
  specification: { plex: 'simplex' | 'duplex' }
  parts: readonly { name: string; pages: number; items: number }[]
  items: readonly Piece[]
}

/** Results of a verified package. */
export interface Proof {
  items: number
  pages: number
  sheets: number
  parts: number
  /** Smallest distance of an address from its window, in mm; undefined for pieces without one. */
  spareMm: number | undefined
}

export const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest

/** Throws if a condition is false. */
const claim = (holds: boolean, otherwise: () => string): void => {
  if (!holds) throw new Error(otherwise())
}

/**
 * Verifies a package as a printer and an inserter receive it: its files are complete, every item is there once, every
 * sheet belongs to one recipient by the words on its pages and by its mark, and the address is within the window. Throws
 * at the first failure.
 */
export const verifyPackage = (
  folder: string,
  sent: readonly Sent[],
  specification: Specification,
  manifest: Manifest = manifestOf(folder),
): Proof => {
  run('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: folder })
  const items = new Map(sent.map((item) => [item.id, item]))
  const ids = manifest.items.map(({ id }) => id)
  claim(new Set(ids).size === ids.length, () => 'an item is in the package twice')
  for (const { id, word } of sent) claim(ids.includes(id), () => `${word} is missing`)
  for (const id of ids) claim(items.has(id), () => `${id} should not be printed`)
  const proof: Proof = {
    items: ids.length,
    pages: 0,
    sheets: 0,
    parts: manifest.parts.length,
    spareMm: undefined,
  }
  for (const part of manifest.parts) {
    const file = join(folder, part.name)
    const pieces = manifest.items.filter((piece) => piece.part === part.name)
    const words = wordsOf(file)
    const pages = pageCountOf(file)
    claim(pages === part.pages && words.length === pages, () => `${part.name} has ${pages} pages`)
    const { plex } = manifest.specification
    claim(plex === specification.sheet.plex, () => `${part.name} is printed ${plex}`)
    checkSheets(part.name, pieces, { pages, plex })
    checkWords(part.name, pieces, { words, items })
    proof.sheets += checkMarks(file, pieces, { items, specification, runId: manifest.run.id })
    proof.pages += pages
    for (const piece of pieces) {
      const spare = checkAddress(piece, words, { item: items.get(piece.id)!, specification })
      if (spare !== undefined) proof.spareMm = Math.min(spare, proof.spareMm ?? spare)
    }
  }
  return proof
}

/** Checks that every page and every sheet, front and back, belongs to one piece. */
const checkSheets = (
  part: string,
  pieces: readonly Piece[],
  { pages, plex }: { pages: number; plex: 'simplex' | 'duplex' },
): void => {
  const owners: string[] = []
  for (const { id, firstPage, pageCount } of pieces) {
    for (let page = firstPage; page < firstPage + pageCount; page++) {
      claim(owners[page - 1] === undefined, () => `page ${page} of ${part} belongs to two pieces`)
      owners[page - 1] = id
    }
  }
  claim(
    owners.length === pages && !owners.includes(undefined as never),
    () => `${part} has pages without a recipient`,
  )
  if (plex === 'simplex') return
  claim(pages % 2 === 0, () => `${part} ends with a front`)
  for (let front = 0; front < pages; front += 2) {
    claim(
      owners[front] === owners[front + 1],
      () => `the sheet of page ${front + 1} of ${part} has two recipients`,
    )
  }
}

/** Checks that every page of the design has its own recipient's word, and filler pages have none. */
const checkWords = (
  part: string,
  pieces: readonly Piece[],
  { words, items }: { words: readonly Word[][]; items: ReadonlyMap<string, Sent> },
): void => {
  for (const { id, firstPage, pageCount } of pieces) {
    const { word, pages } = items.get(id)!
    claim(pageCount >= pages, () => `${word} has ${pageCount} pages in ${part}, its design ${pages}`)
    for (let page = 0; page < pageCount; page++) {
      const text = words[firstPage + page - 1]!.map(({ text }) => text).join(' ')
      const found = [...text.matchAll(anyWord)].map(([one]) => one).join(' ')
      const expected = page < pages ? word : ''
      claim(found === expected, () => `page ${firstPage + page} of ${part} has “${found}”, not “${expected}”`)
    }
  }
}

/** `LS1`, run, place, item, sheet, of sheets, end, check (docs/design/sheets.md); repeated here on purpose. */
const form = /^LS1(.{8})(\d{7})(.{12})(\d\d)(\d\d)([01]).{4}$/

/** Returns the number of sheets whose mark was read. */
const checkMarks = (
  file: string,
  pieces: readonly Piece[],
  {
    items,
    specification: { sheet },
    runId,
  }: { items: ReadonlyMap<string, Sent>; specification: Specification; runId: string },
): number => {
  const zone = sheet.zones.find(({ kind }) => kind === 'mark')!
  const pagesOnSheet = sheet.plex === 'duplex' ? 2 : 1
  const side = (zone.page - 1) % pagesOnSheet
  const places = pieces.flatMap((piece) =>
    Array.from({ length: piece.sheetCount }, (_, index) => ({
      piece,
      sheet: index + 1,
      page: piece.firstPage + index * pagesOnSheet + side,
    })),
  )
  const marks = marksOf(
    file,
    places.map(({ page }) => page),
    zone,
  )
  for (const { piece, sheet: number, page } of places) {
    claim(
      piece.pageCount === piece.sheetCount * pagesOnSheet,
      () => `${piece.id} is not a whole number of sheets`,
    )
    const { trackingCode, word } = items.get(piece.id)!
    const isEnd = number === piece.sheetCount ? '1' : '0'
    const expected = [
      runId.slice(-8),
      String(piece.sequence).padStart(7, '0'),
      trackingCode,
      String(number).padStart(2, '0'),
      String(piece.sheetCount).padStart(2, '0'),
      isEnd,
    ]
    const read = form.exec(marks.get(page)!)?.slice(1) ?? []
    claim(
      read.join() === expected.join(),
      () => `page ${page}: the mark is “${marks.get(page)}”, not sheet ${number} of ${word}: ${expected}`,
    )
  }
  return places.length
}

const spareMm = 4
/** Poppler reports the line height of the font for a word, slightly more than the line height of an address. */
const lineGapMm = 0.3

/**
 * Checks that a piece's address is in its zone, and at least 4 mm inside a window wherever the piece slides, where only
 * the return line may also be visible. Returns that distance.
 */
const checkAddress = (
  { firstPage, addressLines }: Piece,
  words: readonly Word[][],
  { item, specification: { sheet, envelope } }: { item: Sent; specification: Specification },
): number | undefined => {
  const zone = sheet.zones.find(({ kind }) => kind === 'address')!
  const all = words[firstPage + zone.page - 2]!
  const address = all.filter((word) => meets(word, zone))
  const block = fold(address.map(({ text }) => text).join(' '))
  for (const line of [...addressLines, ...item.texts])
    claim(block.includes(fold(line)), () => `${item.word}: “${line}” is not in its address “${block}”`)
  const window = envelope?.window
  if (!window) {
    for (const word of address)
      claim(insideBy(word, zone) >= -lineGapMm, () => `${item.word}: “${word.text}” leaves the address zone`)
    return undefined
  }
  const play = envelope.play
  const seen = grown(window, play)
  const sender = sheet.zones.find(({ kind }) => kind === 'sender')!
  const shown = all.filter((word) => meets(word, seen))
  for (const word of shown)
    claim(
      address.includes(word) || meets(word, sender),
      () => `${item.word}: the window shows “${word.text}” next to the address`,
    )
  claim(
    shown.some((word) => meets(word, sender)),
    () => `${item.word}: the window shows no return line`,
  )
  const spare = Math.min(...[...shown, ...address].map((word) => insideBy(word, window))) - play
  claim(
    spare >= spareMm,
    () => `${item.word}: its address is ${spare.toFixed(2)} mm inside the window when it slides`,
  )
  return spare
}

const meets = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

const grown = ({ x, y, w, h }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  w: w + 2 * by,
  h: h + 2 * by,
})

/** Smallest distance of a box from the edges of another; negative if it extends beyond. */
const insideBy = (inner: Box, outer: Box): number =>
  Math.min(
    inner.x - outer.x,
    inner.y - outer.y,
    outer.x + outer.w - inner.x - inner.w,
    outer.y + outer.h - inner.y - inner.h,
  )

/** Ignores capitals and line breaks. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s-]+/g, '')
    .toUpperCase()
