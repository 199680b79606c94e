import { printerLimits } from '../../src/core/features/printers/schema.ts'
import { catalogueLimits as limits } from '../../src/core/features/products/catalogue/entries/limits.ts'
import { count, type Section } from './limit.ts'

const refused = 'refused, with its place in the file'

export const catalogue: Section = {
  heading: 'Catalogue and printers',
  limits: [
    [
      'Entries of a catalogue, including archived ones',
      [
        `${limits.products} products, ${limits.specifications} specifications, ${limits.priceLists} price lists`,
        `${limits.countryZones} country zones, ${limits.calendars} calendars, ${limits.postageProducts} postage products, ${limits.stocks} stocks, ${count(limits.costs)} costs`,
      ].join(', '),
      refused,
    ],
    [
      'Key; name; description of an entry',
      `${limits.keyLength}; ${limits.nameLength}; ${limits.descriptionLength} characters`,
      refused,
    ],
    ['Sources of an entry', count(limits.sources), refused],
    ['Side of a page; bleed', `10 to ${count(limits.sideMm)} mm; 0 to ${limits.bleedMm} mm`, refused],
    ['Pages of a piece', count(limits.pages), refused],
    ['Zones of a sheet', count(limits.sheetZones), refused],
    [
      'Finishing; inserts; surcharges of a specification',
      `${limits.finishing}; ${limits.inserts}; ${limits.extras}`,
      refused,
    ],
    [
      'Lines; surcharges of a price list; quantity steps of a line',
      `${count(limits.priceLines)}; ${limits.priceExtras}; ${limits.priceSteps}`,
      refused,
    ],
    ['A price or surcharge', `${count(limits.priceCents / 100)}.00`, refused],
    ['Cost of a thousand units to the shop', `${count(limits.costCents / 100)}.00`, refused],
    ['Zones of one set of country zones', count(limits.zones), refused],
    [
      'Holidays of a calendar; its own closed days; its own open days',
      `of ${limits.holidaySources} countries or regions; ${limits.days}; ${limits.days}`,
      refused,
    ],
    [
      'Cutoffs in the preview of a calendar',
      `the next ${limits.previewedCutoffs}`,
      'further ones are omitted',
    ],
    ['Time between two cutoffs of a calendar', `${limits.cutoffMinutes} minutes at least`, refused],
    [
      'Runs listed by a check because they keep a cutoff that their calendar loses',
      `${limits.keptRuns}`,
      'further ones are counted',
    ],
    [
      'Findings; changes listed by one check',
      `${count(limits.findings)}; ${limits.changes}`,
      'further ones are omitted',
    ],
    [
      'Rules of printers; printers of one rule',
      `${printerLimits.rules}; ${printerLimits.printersOfRule}`,
      '422 on `rules`',
    ],
    ['Secret of a printer', `${count(printerLimits.secret)} characters`, '422 on the secret'],
    [
      'Wait before the next printer of a rule',
      `${count(printerLimits.fallBackMinutes)} minutes`,
      '422 on `fallBackMinutes`',
    ],
  ],
}
