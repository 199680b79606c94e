export const csvDelimiters = [',', ';', '\t', '|'] as const
export const csvEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const

/** The dialect in which the sheets of a workbook are kept: most of Europe opens CSV with semicolons. */
export const sheetDialect: CsvDialect = { encoding: 'utf-8', delimiter: ';' }

/** The dialect of a CSV file: its encoding and delimiter. */
export interface CsvDialect {
  encoding: (typeof csvEncodings)[number]
  delimiter: (typeof csvDelimiters)[number]
}
