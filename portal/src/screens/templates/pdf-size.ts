/** How far the proportions of a page and of a sheet may differ for the one to be taken for the other. */
const tolerance = 0.03
/** How far sizes may differ besides, in mm: a product of the same proportions is another product. */
const toleranceMm = 4
const mmOfPoint = 25.4 / 72
/** How much of a long file is looked through. */
const mostBytes = 4 * 1024 * 1024

export interface PageSize {
  w: number
  h: number
}

/** The size in which the first page of a PDF is cut, in mm; undefined where it says none in a way that is easily read. */
export const pageSizeOf = async (file: Blob): Promise<PageSize | undefined> => {
  const bytes = new Uint8Array(await file.slice(0, mostBytes).arrayBuffer())
  const text = latin1(bytes)
  const size = sizeIn(text)
  if (size) return size
  for (const packed of packedObjects(text, bytes)) {
    const found = sizeIn(await inflate(packed))
    if (found) return found
  }
  return undefined
}

/** What pages are compared with. */
interface Product {
  sheet: { trim: PageSize; bleed: number }
}

/** The product that a page is made for: its sheet with the bleed, or without. */
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
/** Where a page with crop marks is cut comes first: its paper is larger. */
const boxes = [boxOf('TrimBox'), boxOf('MediaBox')]
/** How far from its box a page says that it is turned. */
const nearCharacters = 2000

const sizeIn = (text: string): PageSize | undefined => {
  const found = boxes.map((box) => box.exec(text)).find((match) => match !== null)
  if (!found) return undefined
  const [left, bottom, right, top] = found.slice(1).map(Number) as [number, number, number, number]
  const size = { w: Math.abs(right - left) * mmOfPoint, h: Math.abs(top - bottom) * mmOfPoint }
  return isTurned(text, found.index) ? { w: size.h, h: size.w } : size
}

/** Whether the page whose box stands at this place is turned by a quarter. */
const isTurned = (text: string, at: number): boolean => {
  const begin = Math.max(text.lastIndexOf(' obj', at), at - nearCharacters, 0)
  const end = text.indexOf('endobj', at)
  const page = text.slice(begin, Math.min(end < 0 ? text.length : end, at + nearCharacters))
  return /\/Rotate\s+-?(?:90|270)\b/.test(page)
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)

/** The streams in which newer files keep their objects packed together. */
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
    // What follows the packed bytes, or another packing: what came out until then is looked at.
  }
  return parts.map(latin1).join('')
}
