/** Every limit of imports; `docs/limits.md` prints them. */
export const importLimits = {
  /** Rows of one file, the heading apart. */
  rows: 500_000,
  columnNameLength: 200,
  mappedFields: 130,
  joinedColumns: 8,
  /** Rows that are looked at for suggestions. */
  sampleRows: 50,
  /** Problems that the import itself shows; `errors.csv` has all. */
  shownProblems: 20,
  presets: 200,
  /** Real days that bad rows are kept: they are people's addresses. */
  errorDays: 30,
} as const
