/** Maximum relative difference between the aspect ratios of a page and a sheet. */
const tolerance = 0.03
/** Maximum difference in size, in mm, because products may have the same aspect ratio. */
const toleranceMm = 4
const mmOfPoint = 25.4 / 72
/** Maximum bytes read from the start of a file. */
const maxBytes = 4 * 1024 * 1024

export interface PageSize {
  w: number
  h: number
}

/** Returns the size of the first page box in a PDF, in mm; undefined if a plain text search finds none. */
export const pageSizeOf = async (file: Blob): Promise<PageSize | undefined> => {
  const bytes = new Uint8Array(await file.slice(0, maxBytes).arrayBuffer())
  const text = latin1(bytes)
  const size = sizeIn(text)
  if (size) return size
  for (const packed of packedObjects(text, bytes)) {
    const found = sizeIn(await inflate(packed))
    if (found) return found
  }
  return undefined
}

interface Product {
  sheet: { trim: PageSize; bleed: number }
}

/** Returns the closest product whose size matches the page, with or without bleed; undefined if none. */
export const suiting = <Some extends Product>(
  { w, h }: PageSize,
  specifications: readonly Some[],
): Some | undefined => {
  const distance = ({ sheet: { trim, bleed } }: Product, around: number) =>
    Math.max(Math.abs(trim.w + 2 * around * bleed - w), Math.abs(trim.h + 2 * around * bleed - h))
  const best = specifications
    .map((one) => ({ one, by: Math.min(distance(one, 1), distance(one, 0)) }))
    .filter(({ one: { sheet }, by }) => {
      const proportion = (sheet.trim.w + 2 * sheet.bleed) / (sheet.trim.h + 2 * sheet.bleed)
      return by <= toleranceMm && Math.abs(w / h / proportion - 1) <= tolerance
    })
    .sort((a, b) => a.by - b.by)
  return best[0]?.one
}

const boxOf = (name: string) =>
  new RegExp(String.raw`/${name}\s*\[\s*(-?[\d.]+)\s+(-?[\d.]+)\s+(-?[\d.]+)\s+(-?[\d.]+)\s*\]`)
/** The trim box first: a page with crop marks is larger. */
const boxes = [boxOf('TrimBox'), boxOf('MediaBox')]
/** Characters before and after a page's box that are searched for its rotation. */
const nearCharacters = 2000

const sizeIn = (text: string): PageSize | undefined => {
  const found = boxes.map((box) => box.exec(text)).find((match) => match !== null)
  if (!found) return undefined
  const [left, bottom, right, top] = found.slice(1).map(Number) as [number, number, number, number]
  const size = { w: Math.abs(right - left) * mmOfPoint, h: Math.abs(top - bottom) * mmOfPoint }
  return isTurned(text, found.index) ? { w: size.h, h: size.w } : size
}

/** Whether the page of the box at this position is rotated by 90° or 270°. */
const isTurned = (text: string, at: number): boolean => {
  const begin = Math.max(text.lastIndexOf(' obj', at), at - nearCharacters, 0)
  const end = text.indexOf('endobj', at)
  const page = text.slice(begin, Math.min(end < 0 ? text.length : end, at + nearCharacters))
  return /\/Rotate\s+-?(?:90|270)\b/.test(page)
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)

/** Yields the object streams, still compressed, in which PDF 1.5 and later may store pages. */
function* packedObjects(text: string, bytes: Uint8Array): Generator<Uint8Array> {
  for (const { 0: head, index } of text.matchAll(/\/ObjStm[\s\S]{0,300}?stream\r?\n/g)) {
    const from = index + head.length
    const to = text.indexOf('endstream', from)
    if (to > from) yield bytes.subarray(from, to)
  }
}

const inflate = async (packed: Uint8Array): Promise<string> => {
  const parts: Uint8Array[] = []
  try {
    const stream = new Blob([packed as Uint8Array<ArrayBuffer>]).stream()
    for await (const part of stream.pipeThrough(new DecompressionStream('deflate'))) parts.push(part)
  } catch {
    // The stream has trailing bytes or another compression; uses the parts inflated before the error.
  }
  return parts.map(latin1).join('')
}
