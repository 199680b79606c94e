import * as v from 'valibot'
import { id } from '../../kernel/wire-fields.ts'
import { described, namedObject } from '../../kernel/wire-schema.ts'
import { mappingSchema } from '../../model/mapping.ts'
import { questionSchema } from '../lists/questions.ts'

export const sampleQuery = v.strictObject({
  presetId: described(
    v.optional(id),
    'A mapping preset, `map_…`, that a mapping of the list may begin with: see `preset` of the answer.',
  ),
})

export const presetInFileSchema = namedObject('PresetInFile', 'A mapping preset as it suits a list.', {
  id: described(v.string(), 'The preset, `map_…`.'),
  mapping: described(
    v.nullable(mappingSchema),
    'The fields whose columns the list has, with the columns as the list names them; null where it has none of them.',
  ),
  missingColumns: described(v.array(v.string()), 'Columns of the preset that the list does not have.'),
  questions: described(
    v.array(questionSchema),
    'A question for each filled column of a name or an address that the suggestion uses and the preset does not, and for each column of days or numbers.',
  ),
})
export type PresetInFile = v.InferOutput<typeof presetInFileSchema>
