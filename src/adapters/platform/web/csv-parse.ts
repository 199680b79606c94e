import { type CsvError, parse as libraryParse, type Options, type Parser } from 'csv-parse/browser/esm'

export type { CsvError, Parser }

/** Adds `destroy`, which the library calls but its old Node streams lack. They hold no resources. */
export const parse = (options: Options): Parser => {
  const parser = libraryParse(options)
  parser.destroy ??= () => parser
  return parser
}
