export const csvDelimiters = [',', ';', '\t', '|'] as const
export const csvEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-9',
  'iso-8859-15',
  'macintosh',
  'cp437',
  'cp850',
  'cp852',
  'mac-ce',
  'koi8-r',
  'koi8-u',
  'cp866',
  'mac-cyrillic',
  'windows-1255',
  'windows-1256',
  'windows-1258',
  'windows-874',
  'shift_jis',
  'gbk',
  'euc-kr',
  'euc-jp',
  'big5',
] as const
export type CsvEncoding = (typeof csvEncodings)[number]

/** Dialect of stored workbook sheets. Spreadsheets in most of Europe expect semicolons. */
export const sheetDialect: CsvDialect = { encoding: 'utf-8', delimiter: ';' }

export interface CsvDialect {
  encoding: CsvEncoding
  delimiter: (typeof csvDelimiters)[number]
  /** Absent if a quote within quotes is escaped by doubling it. */
  escape?: '\\'
}
