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

/** What a few words need, the roomiest first, in mm. */
const sizes = [
  { w: 110, h: 30 },
  { w: 70, h: 24 },
  { w: 50, h: 20 },
  { w: 36, h: 16 },
]
/** How finely the page is looked over, in mm. */
const stepMm = 2
/** What text keeps from the areas of a sheet, so that the two are not read as one, in mm. */
const apartMm = 2

const overlaps = (zone: Box, box: Box): boolean =>
  zone.x < box.x + box.w + apartMm &&
  box.x < zone.x + zone.w + apartMm &&
  zone.y < box.y + box.h + apartMm &&
  box.y < zone.y + zone.h + apartMm

/** The first place on a page, from the top, where words lie in no area of the sheet; undefined where there is none. */
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

/** A blank design with a few words on the first page that has room for them. */
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
