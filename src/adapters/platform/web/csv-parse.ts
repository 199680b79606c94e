import { type CsvError, parse as libraryParse, type Options, type Parser } from 'csv-parse/browser/esm'

export type { CsvError, Parser }

/**
 * The library's own build for browsers, which brings the streams that it is made of. They are of a time when
 * streams had no `destroy`, which the library asks for nevertheless, and they hold nothing that had to be let
 * go.
 */
export const parse = (options: Options): Parser => {
  const parser = libraryParse(options)
  parser.destroy ??= () => parser
  return parser
}
