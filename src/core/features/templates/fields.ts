import * as v from 'valibot'
import { described, namedObject } from '../../kernel/wire-schema.ts'
import type { TemplateDocument, TemplateVariable } from '../../template/document.ts'
import { requiredVariables } from '../../template/tags.ts'

const fieldSchema = namedObject('MergeField', 'The JSON Schema of one merge field.', {
  type: described(v.literal('string'), 'Always `string`: on paper everything is text.'),
  maxLength: described(
    v.pipe(v.number(), v.integer()),
    'Most characters (Unicode code points) that it may have.',
  ),
  examples: described(v.optional(v.array(v.string())), 'The sample of the template; absent if it has none.'),
  pattern: described(
    v.optional(v.string()),
    'Regular expression that the text matches; absent unless the field is an integer.',
  ),
  format: described(
    v.optional(v.picklist(['date', 'uri'])),
    '`date`: `YYYY-MM-DD`; `uri`: a web address; absent for other fields.',
  ),
})
export type FieldSchema = v.InferOutput<typeof fieldSchema>

export const fieldsSchemaSchema = namedObject(
  'MergeFields',
  'A JSON Schema (2020-12) of the merge fields that an item of the template brings in `data`.',
  {
    $schema: described(
      v.string(),
      'The JSON Schema dialect: `https://json-schema.org/draft/2020-12/schema`.',
    ),
    type: described(v.literal('object'), 'Always `object`.'),
    properties: described(v.record(v.string(), fieldSchema), 'The merge fields by name.'),
    required: described(v.array(v.string()), 'Names of the fields without which an item needs attention.'),
  },
)
export type FieldsSchema = v.InferOutput<typeof fieldsSchemaSchema>

/** Values are text on paper, whatever their type: an integer is a string of digits. */
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
