/** Limits of a catalogue (`docs/limits.md`): what an entry and the whole of it may hold. */
export const catalogueLimits = {
  /** Entries of each kind, archived ones counted. */
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
  /** Zones that are drawn on one sheet. */
  sheetZones: 40,
  /** The longest side of a page, the widest bleed, and the pages of a piece. */
  sideMm: 2000,
  bleedMm: 20,
  pages: 100,
  /** Lines of one price list, quantity steps of a line, surcharges of a list. */
  priceLines: 5000,
  priceSteps: 20,
  priceExtras: 100,
  /** The highest price of a piece, step or surcharge: 10,000.00. */
  priceCents: 1_000_000,
  /** The highest cost of a thousand: 1,000,000.00. */
  costCents: 100_000_000,
  /** Zones of one set. */
  zones: 60,
  holidaySources: 10,
  /** The least time between two cutoffs of a calendar: each makes a run. */
  cutoffMinutes: 15,
  /** Coming cutoffs that a calendar which is looked at is shown with. */
  previewedCutoffs: 10,
  /** Days that a calendar closes or opens by itself. */
  days: 400,
  /** Coming years whose holidays are looked up, the present one counted. */
  yearsAhead: 4,
  inserts: 10,
  finishing: 20,
  extras: 20,
  sources: 20,
  /** Open runs that keep a cutoff which their calendar names no more, of those that a check names. */
  keptRuns: 50,
  /** Findings and changes that one check names. */
  findings: 1000,
  changes: 500,
} as const
