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
  presets: 200,
  /** Real days for which bad rows are kept, since they hold people's addresses. */
  errorDays: 30,
} as const
