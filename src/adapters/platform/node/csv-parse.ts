export { type CsvError, type Parser, parse } from 'csv-parse'
