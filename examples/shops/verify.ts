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

/** What was proved of a package. */
export interface Proof {
  items: number
  pages: number
  sheets: number
  parts: number
  /** The least that an address stood inside its window, in mm; undefined for pieces without one. */
  spareMm: number | undefined
}

export const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest

/** Something that does not hold. */
const claim = (holds: boolean, otherwise: () => string): void => {
  if (!holds) throw new Error(otherwise())
}

/**
 * Proves a package as a printer and an inserter have it: that its files came whole, that every item is there
 * once, and then sheet by sheet that it belongs to one recipient, in its pages' own words and by its mark, and
 * that its address is within the window. Ends at the first thing that does not hold.
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

/** Every page belongs to one piece, and so does every sheet, front and back. */
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
    () => `${part} has pages that belong to nobody`,
  )
  if (plex === 'simplex') return
  claim(pages % 2 === 0, () => `${part} ends on a front`)
  for (let front = 0; front < pages; front += 2) {
    claim(
      owners[front] === owners[front + 1],
      () => `the sheet of page ${front + 1} of ${part} holds two recipients`,
    )
  }
}

/** What each page says itself: its own recipient's word on every page of the design, nobody's on what fills a sheet. */
const checkWords = (
  part: string,
  pieces: readonly Piece[],
  { words, items }: { words: readonly Word[][]; items: ReadonlyMap<string, Sent> },
): void => {
  for (const { id, firstPage, pageCount } of pieces) {
    const { word, pages } = items.get(id)!
    claim(pageCount >= pages, () => `${word} has ${pageCount} pages in ${part}, its design ${pages}`)
    for (let page = 0; page < pageCount; page++) {
      const said = words[firstPage + page - 1]!.map(({ text }) => text).join(' ')
      const found = [...said.matchAll(anyWord)].map(([one]) => one).join(' ')
      const expected = page < pages ? word : ''
      claim(
        found === expected,
        () => `page ${firstPage + page} of ${part} says “${found}”, not “${expected}”`,
      )
    }
  }
}

/** `LS1`, run, place, item, sheet, of sheets, end, check (docs/design/sheets.md), read here a second time on purpose. */
const form = /^LS1(.{8})(\d{7})(.{12})(\d\d)(\d\d)([01]).{4}$/

/** Returns how many sheets were read. */
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
      () => `${piece.id} is no whole number of sheets`,
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
      () => `page ${page}: the mark says “${marks.get(page)}”, not sheet ${number} of ${word}: ${expected}`,
    )
  }
  return places.length
}

const spareMm = 4
/** Poppler gives a word the height of its font's line, which is a little more than a line of an address has. */
const lineGapMm = 0.3

/**
 * The address of a piece: in its zone, and where there is a window at least 4 mm inside that, wherever the
 * piece slides, with nothing else to be seen but the return line. Returns how far inside it stands.
 */
const checkAddress = (
  { firstPage, addressLines }: Piece,
  words: readonly Word[][],
  { item, specification: { sheet, envelope } }: { item: Sent; specification: Specification },
): number | undefined => {
  const zone = sheet.zones.find(({ kind }) => kind === 'address')!
  const all = words[firstPage + zone.page - 2]!
  const address = all.filter((word) => meets(word, zone))
  const said = fold(address.map(({ text }) => text).join(' '))
  for (const line of [...addressLines, ...item.texts])
    claim(said.includes(fold(line)), () => `${item.word}: “${line}” is not in its address “${said}”`)
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
      () => `${item.word}: the window shows “${word.text}” beside the address`,
    )
  claim(
    shown.some((word) => meets(word, sender)),
    () => `${item.word}: the window shows no return line`,
  )
  const spare = Math.min(...[...shown, ...address].map((word) => insideBy(word, window))) - play
  claim(
    spare >= spareMm,
    () => `${item.word}: its address stands ${spare.toFixed(2)} mm inside the window when it slides`,
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

/** How far a box lies inside another; negative where it reaches out. */
const insideBy = (inner: Box, outer: Box): number =>
  Math.min(
    inner.x - outer.x,
    inner.y - outer.y,
    outer.x + outer.w - inner.x - inner.w,
    outer.y + outer.h - inner.y - inner.h,
  )

/** Capitals on paper, and a line that is broken, are the same text. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s-]+/g, '')
    .toUpperCase()
