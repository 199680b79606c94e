import type { CatalogueCheck } from '../../../../engine/catalogue-part.ts'
import type { StockRow } from '../../../../model/catalogue.ts'
import { entriesOf } from '../document.ts'
import { type StockEntry, stockEntry } from '../entry-schemas.ts'
import { hintFor } from '../hints.ts'
import { catalogueLimits } from '../limits.ts'
import { catalogueSentences } from '../sentences.ts'
import { simplePart } from './simple-part.ts'

/** What is printed on. */
export const stocksPart = simplePart<StockEntry, StockRow>(
  {
    table: 'stocks',
    prefix: 'stk',
    toEntry: ({ gsm, coated, colourProfile, maxInkPercent }) => ({
      gsm,
      coated,
      colourProfile,
      maxInkPercent,
    }),
    toRow: ({ gsm, coated, colourProfile, maxInkPercent }) => ({ gsm, coated, colourProfile, maxInkPercent }),
  },
  {
    name: 'stocks',
    noun: 'stock',
    schema: stockEntry,
    limit: catalogueLimits.stocks,
    *check(check: CatalogueCheck) {
      const { colourProfiles } = check.facts
      if (!colourProfiles) return
      for (const [index, { colourProfile: profile, archived }] of entriesOf(check.next, 'stocks').entries()) {
        yield
        if (archived || colourProfiles.includes(profile)) continue
        const meant = hintFor(check, profile, colourProfiles)
        check.report(
          [index, 'colourProfile'],
          catalogueSentences.say('colour_profile.unknown', { profile, meant }),
        )
      }
    },
  },
)
