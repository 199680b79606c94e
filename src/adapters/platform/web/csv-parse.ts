/** The library's own build for browsers, which brings the streams that it is made of. */
export { type CsvError, type Parser, parse } from 'csv-parse/browser/esm'
