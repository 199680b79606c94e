import type { components } from '../../api/types.gen.ts'

type Schemas = components['schemas']
type Document = Schemas['TemplateDocument']
type Sheet = Schemas['ProductSpecification']['sheet']
interface Box {
  x: number
  y: number
  w: number
  h: number
}

/** Text box sizes in mm, the largest first. */
const sizes = [
  { w: 150, h: 110 },
  { w: 110, h: 30 },
  { w: 70, h: 24 },
  { w: 50, h: 20 },
  { w: 36, h: 16 },
]
/** Search step in mm. */
const stepMm = 2
/** Minimum distance from zones in mm, so that text isn't read together with them. */
const apartMm = 2

const overlaps = (zone: Box, box: Box): boolean =>
  zone.x < box.x + box.w + apartMm &&
  box.x < zone.x + zone.w + apartMm &&
  zone.y < box.y + box.h + apartMm &&
  box.y < zone.y + zone.h + apartMm

/** Returns the topmost place outside all zones for the largest text box that fits; undefined if none does. */
export const freePlace = ({ trim, safe, zones, plex }: Sheet, page: number): Box | undefined => {
  const sides = plex === 'duplex' ? 2 : 1
  const taken = zones.filter(
    (zone) => zone.page === page || (zone.everySheet && page > zone.page && (page - zone.page) % sides === 0),
  )
  const margin = Math.max(safe, Math.min(20, trim.w / 10))
  for (const { w, h } of sizes) {
    for (let y = margin; y + h <= trim.h - margin; y += stepMm) {
      for (let x = margin; x + w <= trim.w - margin; x += stepMm) {
        const box = { x, y, w, h }
        if (!taken.some((zone) => overlaps(zone, box))) return box
      }
    }
  }
  return undefined
}

/** The words of a plain letter. */
export interface LetterWords {
  title: string
  text: string
  locale: string
}

/** Height of the title in mm, above the text where there is room for both. */
const titleMm = 18

const elementsIn = ({ x, y, w, h }: Box, { title, text }: LetterWords) => {
  const words = (font: string, size: number, box: Box, content: string) => ({
    ...{ type: 'text', ...box, font, size, text: content },
    ...{ minSize: 6, overflow: 'shrink', lineHeight: 1.4 },
  })
  const isHigh = h > 4 * titleMm
  const body = isHigh ? { x, y: y + titleMm, w, h: h - titleMm } : { x, y, w, h }
  return [
    ...(isHigh ? [words('noto-sans-bold', 20, { x, y, w, h: titleMm }, title)] : []),
    words('noto-sans', 11, body, text),
  ]
}

/** Returns the document of a plain letter, with its words on the first page that has room. */
export const letterDocument = (sheet: Sheet, words: LetterWords): Document => {
  const numbers = Array.from({ length: sheet.pages.min }, (_, index) => index + 1)
  const places = numbers.map((page) => freePlace(sheet, page))
  const worded = places.findIndex(Boolean)
  const address = {
    ...{ type: 'address', zone: 'product', mark: 'none' },
    ...{ font: 'noto-sans', size: 10, minSize: 8, lineHeight: 1.25 },
  }
  return {
    schema: 1,
    trim: { w: sheet.trim.w, h: sheet.trim.h },
    bleed: sheet.bleed,
    safe: sheet.safe,
    fonts: [{ id: 'noto-sans' }, { id: 'noto-sans-bold' }],
    locale: words.locale,
    pages: numbers.map((page, index) => ({
      side: index % 2 === 0 ? 'front' : 'back',
      elements: [
        ...(sheet.zones.some((zone) => zone.kind === 'address' && zone.page === page) ? [address] : []),
        ...(index === worded ? elementsIn(places[index]!, words) : []),
      ],
    })),
  } as Document
}
