import * as v from 'valibot'
import { unknownId } from '../../../engine/id-kinds.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { described, namedObject, namedStrictObject } from '../../../kernel/wire-schema.ts'
import { maxRecordCells } from '../../../ports/csv.ts'
import { suggestionSchema } from '../../imports/schema.ts'
import { mergeFieldsOf } from '../../items/merge-fields.ts'
import { headingOf } from '../../lists/heading.ts'
import { sampleRowsOf } from '../../lists/mapping/notation-questions.ts'
import { suggestMapping } from '../../lists/mapping/suggest.ts'
import { notationQuestions } from '../../lists/notation-of-list.ts'
import { questionSchema } from '../../lists/questions.ts'

const cell = v.pipe(v.string(), v.maxLength(200))
const record = v.pipe(v.array(cell), v.minLength(1), v.maxLength(maxRecordCells))

export const suggestMappingPreset = defineOperation({
  id: 'mappingPresets.suggest',
  method: 'POST',
  path: '/mapping-presets/suggest',
  summary: 'Suggest a mapping for the columns of a list',
  description:
    'By their names in nine languages, by the merge fields of a template, and where a name says nothing by the values of some rows. The columns are named back as `columns`: empty names and names that come twice get one of their own.',
  permission: 'items.read',
  effect: 'read',
  body: namedStrictObject('MappingSuggest', 'The columns of a list.', {
    columns: described(record, 'The columns by name, in order; empty ones too.'),
    rows: described(
      v.optional(v.pipe(v.array(v.pipe(v.array(cell), v.maxLength(maxRecordCells))), v.maxLength(50)), []),
      'Some rows of the list, at most 50.',
    ),
    templateVersionId: described(
      v.optional(v.pipe(v.string(), v.maxLength(40))),
      'The version whose merge fields columns may fill, `tv_…`.',
    ),
  }),
  output: namedObject(
    'ColumnsSuggestion',
    'A mapping for the columns of a list, as far as they could be recognised.',
    {
      columns: described(
        v.array(v.string()),
        'The columns as the mapping names them: empty names and names that come twice get one of their own.',
      ),
      ...suggestionSchema.entries,
      questions: described(
        v.array(questionSchema),
        'What the mapping leaves to the owner of the list, as an import would ask it.',
      ),
    },
  ),
  // The reads need no common snapshot, and a snapshot must not wait for the work of suggesting.
  async prepare({ services, shared, organisation }, { body }) {
    const { templateVersionId } = body
    const version =
      templateVersionId === undefined
        ? undefined
        : await services.store.read((rows) => rows.templateVersions.get(shared, templateVersionId))
    if (templateVersionId !== undefined && !version) {
      throw unknownId('templateVersionId', 'tv', templateVersionId)
    }
    const fields = version && mergeFieldsOf(version.document)
    const columns = headingOf(body.columns)
    const { country } = organisation
    const { questions, ...suggestion } = await suggestMapping(
      {
        heading: columns,
        rows: body.rows,
        country,
        variables: [...(fields?.variables.keys() ?? [])],
        required: [...(fields?.required ?? [])],
        printsSalutation: fields?.printsSalutation ?? false,
      },
      services.turns,
    )
    const notations = version
      ? await notationQuestions(services, suggestion.mapping, {
          ...{ heading: columns, rows: sampleRowsOf(body.rows), document: version.document, country },
        })
      : []
    return { columns, ...suggestion, questions: [...questions, ...notations] }
  },
  handler: async (_, __, suggested) => suggested,
})
