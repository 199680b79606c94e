import * as v from 'valibot'
import { boxEntries } from '../../../kernel/finding.ts'
import { integer } from '../../../kernel/wire-fields.ts'
import { described, namedStrictObject } from '../../../kernel/wire-schema.ts'
import { plexes } from '../../../template/plex.ts'
import { sheetZoneKinds } from '../../../template/sheet.ts'
import { preflightEntries } from '../preflight-schema.ts'
import { listOf, mm, shortText } from './entry-fields.ts'
import { catalogueLimits as limits } from './limits.ts'

const side = v.pipe(v.number(), v.minValue(10), v.maxValue(limits.sideMm))
export const pageCount = v.pipe(integer, v.minValue(1), v.maxValue(limits.pages))

/** The sheet of a specification in a catalogue file. */
export const sheet = namedStrictObject(
  'CatalogueSheet',
  'What is printed on; all lengths in mm from the top left of the trim.',
  {
    trim: described(
      v.strictObject({ w: described(side, 'Width in mm.'), h: described(side, 'Height in mm.') }),
      'Size of a page as it is cut.',
    ),
    bleed: described(mm(limits.bleedMm), 'How far pictures reach beyond the cut, in mm.'),
    safe: described(mm(50), 'Distance from the cut that text keeps, in mm.'),
    plex: described(v.picklist(plexes), 'How its sides are printed.'),
    pages: described(
      v.strictObject({
        min: described(pageCount, 'The fewest.'),
        max: described(pageCount, 'The most.'),
      }),
      'How many pages a piece may have.',
    ),
    zones: described(
      listOf(
        v.strictObject({
          kind: described(v.picklist(sheetZoneKinds), 'What the rectangle is for.'),
          page: described(pageCount, 'Page that it is on, counted from 1.'),
          everySheet: described(
            v.optional(v.boolean()),
            'True if it is on the same side of every further sheet of a piece too.',
          ),
          ...boxEntries,
        }),
        limits.sheetZones,
      ),
      'Rectangles that are reserved.',
    ),
    trayPieces: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))),
      'How many pieces a tray of the mail house holds; if absent, a tray ends with its country or its part.',
    ),
    preflight: described(
      v.optional(
        namedStrictObject(
          'CataloguePreflight',
          'How bad what is looked at before printing is. `error`: a design that has it is not published; `warning`: it is told and published; `off`: it is not looked at.',
          preflightEntries,
        ),
      ),
      'How bad what is found before printing is for this product; a rule that is absent is as bad as for all. Designs that were published before stay published.',
    ),
  },
)

/** Its envelope. */
export const envelope = v.strictObject({
  name: described(shortText(40), 'Its usual name, such as `C5`.'),
  w: described(side, 'Width in mm.'),
  h: described(side, 'Height in mm.'),
  window: described(
    v.nullable(v.strictObject(boxEntries)),
    'What its window shows of page 1; null without a window.',
  ),
  play: described(mm(20), 'How far the folded piece may slide in every direction, in mm.'),
})
