import { foldName } from '../../../address/index.ts'
import type { ParameterError } from '../../../kernel/errors.ts'
import { type ImportField, importFields } from '../../../model/suppressions-imports.ts'
import type { SuppressionImportInput } from './schema.ts'

type Columns = Partial<Record<ImportField, number>>

/** The column of each field, by the mapping or else by its heading; or the errors in the mapping. */
export const columnsOf = (
  heading: readonly string[],
  mapping: SuppressionImportInput['mapping'],
): { columns: Columns; errors: ParameterError[] } => {
  const columns: Columns = {}
  const errors: ParameterError[] = []
  const refuse = (parameter: string, code: string, message: string) =>
    errors.push({ parameter, location: 'body', code, message })
  const folded = heading.map(fold)
  for (const field of importFields) {
    const named = mapping[field]
    const at = folded.indexOf(fold(named ?? field))
    if (at >= 0) columns[field] = at
    else if (named !== undefined) {
      const known = heading.slice(0, 50).join(', ').slice(0, 1000)
      refuse(`mapping.${field}`, 'unknown_column', `The file has no column ${named}, but ${known}.`)
    }
  }
  if (columns.street === undefined && errors.length === 0) {
    const message = 'No column is called street: name the one that holds it, with the number or without.'
    refuse('mapping.street', 'required', message)
  }
  return { columns, errors }
}

/** Folds `House Number`, `house_number` and `houseNumber` to the same text. */
export const fold = (name: string): string => foldName(name).replaceAll(' ', '')
