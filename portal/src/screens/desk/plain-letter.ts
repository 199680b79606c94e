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

/** Adds a text to the first page that has room; returns the document unchanged if none has. */
export const withWords = (blank: Document, sheet: Sheet, text: string): Document => {
  const places = blank.pages.map((_, index) => freePlace(sheet, index + 1))
  const at = places.findIndex(Boolean)
  const place = places[at]
  if (!place) return blank
  const words = { type: 'text', ...place, font: blank.fonts[0]!.id, size: 11, text } as const
  const fitting = { minSize: 6, overflow: 'shrink', lineHeight: 1.3 } as const
  return {
    ...blank,
    pages: blank.pages.map((page, index) =>
      index === at ? { ...page, elements: [...page.elements, { ...words, ...fitting }] } : page,
    ),
  } as Document
}
