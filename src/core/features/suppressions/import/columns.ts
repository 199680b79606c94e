import { asError, type ParameterError } from '../../../kernel/errors.ts'
import type { Said } from '../../../kernel/sentences.ts'
import type { Mapping } from '../../../model/mapping.ts'
import { type ImportField, importFields } from '../../../model/suppressions.ts'
import { fold } from '../../lists/fold.ts'
import { unknownColumns } from '../../lists/mapping/column-places.ts'
import { listSentences } from '../../lists/sentences.ts'
import { suppressionSentences } from '../sentences.ts'
import type { SuppressionImportInput } from './schema.ts'

type Columns = Partial<Record<ImportField, number>>

/** The column of each field, by the mapping or else by its heading; or the errors in the mapping. */
export const columnsOf = (
  heading: readonly string[],
  { mapping, fields }: Pick<SuppressionImportInput, 'mapping' | 'fields'>,
): { columns: Columns; errors: ParameterError[] } => {
  const columns: Columns = {}
  const errors: ParameterError[] = []
  const refuse = (parameter: string, said: Said) => errors.push(asError(said, parameter))
  for (const { parameter, ...said } of unknownColumns({ fields: fields as Mapping['fields'] }, heading)) {
    errors.push({ ...said, parameter: parameter.replace(/^mapping\./, '') })
  }
  const folded = heading.map(fold)
  for (const field of importFields) {
    const named = mapping[field]
    const exact = named === undefined ? -1 : heading.indexOf(named)
    const at = exact >= 0 ? exact : folded.indexOf(fold(named ?? field))
    if (at >= 0) columns[field] = at
    else if (named !== undefined) {
      const known = heading.slice(0, 50).join(', ').slice(0, 1000)
      refuse(`mapping.${field}`, listSentences.say('unknown_column.list', { column: named, known }))
    }
  }
  if (columns.street === undefined && !fields['recipient.street'] && errors.length === 0) {
    refuse('mapping.street', suppressionSentences.say('required.street_column'))
  }
  return { columns, errors }
}
