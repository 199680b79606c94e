import * as v from 'valibot'
import { namedObject } from '../../kernel/wire-schema.ts'
import type { TemplateDocument, TemplateVariable } from '../../template/document.ts'
import { requiredVariables } from '../../template/tags.ts'

const fieldSchema = namedObject('MergeField', 'The JSON Schema of one merge field.', {
  type: v.literal('string'),
  maxLength: v.pipe(v.number(), v.integer()),
  examples: v.optional(v.array(v.string())),
  pattern: v.optional(v.string()),
  format: v.optional(v.picklist(['date', 'uri'])),
})
export type FieldSchema = v.InferOutput<typeof fieldSchema>

export const fieldsSchemaSchema = namedObject(
  'MergeFields',
  'A JSON Schema (2020-12) of the merge fields that an item of the template brings in `data`.',
  {
    $schema: v.string(),
    type: v.literal('object'),
    properties: v.record(v.string(), fieldSchema),
    required: v.array(v.string()),
  },
)
export type FieldsSchema = v.InferOutput<typeof fieldsSchemaSchema>

/** Values are text on paper, whatever they mean: an integer is a string of digits. */
const kinds: Record<TemplateVariable['type'], Pick<FieldSchema, 'pattern' | 'format'>> = {
  text: {},
  integer: { pattern: '^-?[0-9]+$' },
  date: { format: 'date' },
  url: { format: 'uri' },
}

export const fieldsSchema = (document: TemplateDocument): FieldsSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(document.variables).map(([name, variable]) => [
      name,
      {
        type: 'string',
        maxLength: variable.maxLength,
        ...kinds[variable.type],
        ...(variable.sample === '' ? {} : { examples: [variable.sample] }),
      },
    ]),
  ),
  required: requiredVariables(document),
})
