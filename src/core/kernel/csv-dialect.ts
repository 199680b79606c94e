export const csvDelimiters = [',', ';', '\t', '|'] as const
export const csvEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const

/** The dialect of a CSV file: its encoding and delimiter. */
export interface CsvDialect {
  encoding: (typeof csvEncodings)[number]
  delimiter: (typeof csvDelimiters)[number]
}
