/** Limits of a catalogue and its entries (`docs/limits.md`). */
export const catalogueLimits = {
  /** Each count includes archived entries. */
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
  sheetZones: 40,
  sideMm: 2000,
  bleedMm: 20,
  pages: 100,
  /** Maximum lines of a price list, quantity steps of a line, surcharges of a list. */
  priceLines: 5000,
  priceSteps: 20,
  priceExtras: 100,
  /** 10,000.00, the maximum of a piece, step or surcharge. */
  priceCents: 1_000_000,
  /** 1,000,000.00 for a thousand. */
  costCents: 100_000_000,
  zones: 60,
  holidaySources: 10,
  /** Minimum time between two cutoffs of a calendar, each of which creates a run. */
  cutoffMinutes: 15,
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
  findings: 1000,
  changes: 500,
} as const
