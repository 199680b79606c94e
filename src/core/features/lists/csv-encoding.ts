import * as v from 'valibot'
import { csvEncodings } from '../../kernel/csv-dialect.ts'
import { named } from '../../kernel/wire-schema.ts'

export const csvEncoding = named('CsvEncoding', 'Encoding of a CSV file.', v.picklist(csvEncodings))
