export const csvDelimiters = [',', ';', '\t', '|'] as const
export const csvEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const

/** How a CSV file is written: its bytes, and what stands between two cells. */
export interface CsvDialect {
  encoding: (typeof csvEncodings)[number]
  delimiter: (typeof csvDelimiters)[number]
}
