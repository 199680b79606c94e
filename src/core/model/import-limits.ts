/** The limits of imports; `docs/limits.md` lists them. */
export const importLimits = {
  /** Rows of one file, without the heading. */
  rows: 500_000,
  columnNameLength: 200,
  mappedFields: 130,
  joinedColumns: 8,
  /** Rows that are examined for suggestions. */
  sampleRows: 50,
  /** Problems that the import itself shows; `errors.csv` has all of them. */
  shownProblems: 20,
  /** Values that a sample shows of each column, rows that it shows, and characters of a cell in it. */
  samples: 5,
  shownRows: 10,
  sampleLength: 200,
  /** Postal codes whose towns one request asks for, characters of one, and towns that are counted and shown of each. */
  townCodes: 100,
  postalCodeLength: 20,
  countedTowns: 20,
  shownTowns: 3,
  /** Bad rows that are mended by one request. */
  mendedRows: 200,
  /** Bad rows that are compared with the open questions after some were corrected. */
  comparedRows: 1_000,
  /** Questions about one list, and answers to them. */
  questions: 100,
  /** Unused columns that are asked about one by one; one question names those beyond. */
  askedColumns: 50,
  answers: 200,
  presets: 200,
  /** Real days for which bad rows are kept, since they hold people's addresses. */
  errorDays: 30,
} as const
