import * as v from 'valibot'
import type { ModeScope } from '../../../engine/caller.ts'
import { unknownId } from '../../../engine/ids.ts'
import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { found, problem } from '../../../kernel/errors.ts'
import { assertRevision } from '../../../kernel/lifecycle.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { described, fields, namedObject, namedStrictObject } from '../../../kernel/wire-schema.ts'
import { type Answer, importLimits, mappingSchema } from '../../../model/mapping.ts'
import { type MappingPresetRow, mappingPresetsTable } from '../../../model/mapping-presets.ts'
import { maxRecordCells } from '../../../ports/csv.ts'
import type { Rows } from '../../../ports/store.ts'
import { suggestionSchema } from '../../imports/schema.ts'
import { mailingName as name } from '../../items/mailing-settings.ts'
import { mergeFieldsOf } from '../../items/salutation.ts'
import { readingBy } from '../../lists/file-questions.ts'
import { headingOf } from '../../lists/heading.ts'
import { suggestMapping } from '../../lists/mapping/suggest.ts'
import { sampleRowsOf } from '../../lists/mapping/value-questions.ts'
import { answersSchema, questionSchema } from '../../lists/questions.ts'
import { notationQuestions } from '../../lists/suggest-for-list.ts'
import { presetProblems } from '../sentences.ts'

const presetSchema = namedObject('MappingPreset', 'A named mapping.', {
  id: described(v.string(), 'The preset, `map_…`.'),
  isTest: fields.isTest,
  name: described(v.string(), 'Display name.'),
  mapping: described(mappingSchema, 'The mapping.'),
  answers: described(
    answersSchema,
    'Answers to questions about lists with these columns. `encoding` and `heading_row` determine how files are read.',
  ),
  revision: fields.revision,
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
})
export type MappingPreset = v.InferOutput<typeof presetSchema>

const presetInput = namedStrictObject('MappingPresetCreate', 'A new mapping preset.', {
  name: described(name, 'Display name, 1 to 120 characters.'),
  mapping: described(mappingSchema, 'The mapping.'),
  answers: described(
    v.optional(answersSchema, []),
    'Answers used by every import with this preset; its own answers take precedence. `encoding` and `heading_row` determine how the file is read.',
  ),
})
const presetPatch = namedStrictObject(
  'MappingPresetUpdate',
  'Changes to a mapping preset. Omitted fields are unchanged.',
  {
    name: described(v.optional(name), 'Display name, 1 to 120 characters.'),
    mapping: described(v.optional(mappingSchema), 'The mapping, which replaces the current one.'),
    answers: described(v.optional(answersSchema), 'The answers, which replace the current ones.'),
  },
)
const presetParams = v.strictObject({ id: described(v.string(), 'The preset, `map_…`.') })

const presetToWire = (row: MappingPresetRow): MappingPreset => ({
  id: row.id,
  isTest: row.mode === 'test',
  name: row.name,
  mapping: row.mapping,
  answers: row.answers ?? [],
  revision: row.revision,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
})

/** Throws 422 for an invalid encoding or heading row. */
const assertReadable = (answers: readonly Answer[]): void => void readingBy(answers)

const presetById = async (rows: Rows, scope: ModeScope, id: string): Promise<MappingPresetRow> =>
  found(await rows.mappingPresets.get(scope, id), 'mapping preset')

export const listMappingPresets = defineOperation({
  id: 'mappingPresets.list',
  method: 'GET',
  path: '/mapping-presets',
  summary: 'List mapping presets',
  permission: 'items.read',
  effect: 'read',
  list: defineList(mappingPresetsTable, {
    sort: { createdAt: 'createdAt', name: 'name' },
    defaultSort: 'name',
    filters: {
      name: { type: 'text', maxLength: 120, operators: ['eq', 'contains'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(presetSchema),
  async handler({ rows, scope }, { list }) {
    return toList(list, await rows.mappingPresets.list(scope, list), presetToWire)
  },
})

export const getMappingPreset = defineOperation({
  id: 'mappingPresets.get',
  method: 'GET',
  path: '/mapping-presets/{id}',
  summary: 'Get a mapping preset',
  permission: 'items.read',
  effect: 'read',
  params: presetParams,
  output: presetSchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    return presetToWire(await presetById(rows, scope, params.id))
  },
})

export const createMappingPreset = defineOperation({
  id: 'mappingPresets.create',
  method: 'POST',
  path: '/mapping-presets',
  summary: 'Create a mapping preset',
  permission: 'postflows.write',
  effect: 'write',
  body: presetInput,
  output: presetSchema,
  status: 201,
  location: '/mapping-presets/{id}',
  errors: ['invalid_state'],
  async handler({ rows, scope, services, now }, { body }) {
    assertReadable(body.answers)
    if ((await rows.mappingPresets.count(scope, {})) >= importLimits.presets) {
      throw problem(
        presetProblems.sentence('invalid_state.too_many_presets', { limit: importLimits.presets }),
      )
    }
    const preset = {
      id: services.ids.next('map'),
      ...scope,
      name: body.name,
      mapping: body.mapping,
      answers: body.answers,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    }
    await rows.mappingPresets.insert(preset)
    return presetToWire(preset)
  },
})

export const patchMappingPreset = defineOperation({
  id: 'mappingPresets.patch',
  method: 'PATCH',
  path: '/mapping-presets/{id}',
  summary: 'Change a mapping preset',
  description: 'Existing imports keep their mapping; connectors use the changed one.',
  permission: 'postflows.write',
  effect: 'write',
  params: presetParams,
  body: presetPatch,
  output: presetSchema,
  ifMatch: true,
  errors: ['not_found', 'revision_conflict'],
  async handler({ rows, scope, now }, { params, body, ifMatch }) {
    assertReadable(body.answers ?? [])
    const preset = await presetById(rows, scope, params.id)
    assertRevision(ifMatch, preset.revision, 'mapping preset')
    const changed = {
      name: body.name ?? preset.name,
      mapping: body.mapping ?? preset.mapping,
      answers: body.answers ?? preset.answers,
      revision: preset.revision + 1,
      updatedAt: now,
    }
    await rows.mappingPresets.update(scope, preset.id, changed)
    return presetToWire({ ...preset, ...changed })
  },
})

export const removeMappingPreset = defineOperation({
  id: 'mappingPresets.remove',
  method: 'DELETE',
  path: '/mapping-presets/{id}',
  summary: 'Delete a mapping preset',
  permission: 'postflows.write',
  effect: 'write',
  params: presetParams,
  output: 'empty',
  errors: ['not_found', 'still_referenced'],
  async handler({ rows, scope }, { params }) {
    const { id } = await presetById(rows, scope, params.id)
    const [user] = await rows.connectors.find(scope, { presetId: id }, { limit: 1 })
    if (user) {
      throw problem(presetProblems.sentence('still_referenced.preset', { connector: user.name }))
    }
    await rows.mappingPresets.remove(scope, { id })
    return undefined
  },
})

const cell = v.pipe(v.string(), v.maxLength(200))
const record = v.pipe(v.array(cell), v.minLength(1), v.maxLength(maxRecordCells))

export const suggestMappingPreset = defineOperation({
  id: 'mappingPresets.suggest',
  method: 'POST',
  path: '/mapping-presets/suggest',
  summary: 'Suggest a mapping for the columns of a list',
  description:
    'By column names in fifteen languages, the merge fields of a template and, for meaningless names, the values of some rows. `columns` of the response has unique names: empty and repeated names are replaced.',
  permission: 'items.read',
  effect: 'read',
  body: namedStrictObject('MappingSuggest', 'The columns of a list.', {
    columns: described(record, 'Column names in order, including empty ones.'),
    rows: described(
      v.optional(v.pipe(v.array(v.pipe(v.array(cell), v.maxLength(maxRecordCells))), v.maxLength(50)), []),
      'Some rows of the list, at most 50.',
    ),
    templateVersionId: described(
      v.optional(v.pipe(v.string(), v.maxLength(40))),
      'The version whose merge fields are mapped, `tv_…`.',
    ),
  }),
  output: namedObject('ColumnsSuggestion', 'A suggested mapping for the recognised columns of a list.', {
    columns: described(
      v.array(v.string()),
      'Column names used by the mapping. Empty and repeated names are replaced.',
    ),
    ...suggestionSchema.entries,
    questions: described(v.array(questionSchema), 'Open questions, as in an import.'),
  }),
  // In `prepare`, because a snapshot must not wait for the suggestion.
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
          heading: columns,
          rows: sampleRowsOf(body.rows),
          document: version.document,
          country,
        })
      : []
    return { columns, ...suggestion, questions: [...questions, ...notations] }
  },
  handler: async (_, __, suggested) => suggested,
})
