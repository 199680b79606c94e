/** Limits of a catalogue and its entries (`docs/limits.md`). */
export const catalogueLimits = {
  /** Entries of each kind, including archived ones. */
  products: 200,
  specifications: 500,
  priceLists: 200,
  countryZones: 50,
  calendars: 100,
  postageProducts: 200,
  stocks: 200,
  costs: 1000,
  keyLength: 60,
  nameLength: 120,
  descriptionLength: 500,
  /** Zones of one sheet. */
  sheetZones: 40,
  /** Maximum side of a page, bleed, and pages of a piece. */
  sideMm: 2000,
  bleedMm: 20,
  pages: 100,
  /** Maximum lines of a price list, quantity steps of a line, surcharges of a list. */
  priceLines: 5000,
  priceSteps: 20,
  priceExtras: 100,
  /** Maximum price of a piece, step or surcharge: 10,000.00. */
  priceCents: 1_000_000,
  /** Maximum cost of a thousand: 1,000,000.00. */
  costCents: 100_000_000,
  zones: 60,
  holidaySources: 10,
  /** Minimum time between two cutoffs of a calendar, each of which creates a run. */
  cutoffMinutes: 15,
  /** Coming cutoffs in a preview. */
  previewedCutoffs: 10,
  /** Days that a calendar closes or opens itself. */
  days: 400,
  /** Years of holidays to load, including the current one. */
  yearsAhead: 4,
  inserts: 10,
  finishing: 20,
  extras: 20,
  sources: 20,
  /** Open runs with a cutoff no longer in their calendar that a check lists. */
  keptRuns: 50,
  /** Findings and changes that a check lists. */
  findings: 1000,
  changes: 500,
} as const
