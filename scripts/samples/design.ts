import type { BoxMm } from '../../src/core/kernel/finding.ts'
import type { Sheet, SheetZone } from '../../src/core/template/sheet.ts'

/** The parts of a specification that a design needs, of a file or of an instance. */
interface Printed {
  sheet: Pick<Sheet, 'trim' | 'bleed' | 'safe' | 'plex' | 'pages' | 'zones'>
}

export const addressZone = ({ sheet }: Printed): SheetZone =>
  sheet.zones.find(({ kind }) => kind === 'address')!

const typography = { font: 'noto-sans', size: 10, minSize: 8 }

/**
 * Returns a sample design for a specification: the address, some words outside the zones, and colour on card
 * pages without zones. `over` is a box on page 1 that is also coloured.
 */
export const designFor = (specification: Printed, over?: BoxMm) => {
  const { trim, bleed, safe, plex, pages, zones } = specification.sheet
  const { page: addressPage, ...address } = addressZone(specification)
  const isLetter = pages.min === 1
  // An envelope or a label has no room for words.
  const hasWords = !isLetter || trim.h > 200
  const count = isLetter && plex === 'duplex' ? 2 : pages.min
  const words = isLetter
    ? { x: 25, y: 110, w: trim.w - 50, h: 40 }
    : { x: 10, y: 40, w: address.x - 30, h: 25 }
  return {
    schema: 1,
    trim,
    bleed,
    safe,
    fonts: [{ id: 'noto-sans' }],
    locale: 'en-GB',
    colors: { accent: { cmyk: [10, 35, 80, 0] } },
    pages: Array.from({ length: count }, (_, index) => {
      const page = index + 1
      const isFree = !zones.some((zone) => zone.page === page) && !isLetter
      const colour = { type: 'rect', fill: 'accent', x: -3, y: -3, w: trim.w + 6, h: trim.h + 6 }
      return {
        side: plex === 'duplex' && page % 2 === 0 ? 'back' : 'front',
        elements: [
          ...(isFree ? [colour] : []),
          ...(hasWords
            ? [{ type: 'text', ...typography, ...words, text: `This is page ${page}.\n\nWith kind regards` }]
            : []),
          ...(page === addressPage ? [{ type: 'address', zone: 'product', ...typography }] : []),
          ...(over && page === 1 ? [{ type: 'rect', fill: 'accent', ...over }] : []),
        ],
      }
    }),
  }
}
