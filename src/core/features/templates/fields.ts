import * as v from 'valibot'
import { described, namedObject } from '../../kernel/wire-schema.ts'
import { itemLimits } from '../../model/item-limits.ts'
import type { TemplateDocument, TemplateVariable } from '../../template/document.ts'
import { decimalsOf, numberPattern } from '../../template/field-values.ts'
import { printsSalutation, requiredVariables } from '../../template/tags.ts'

const fieldSchema = namedObject('MergeField', 'The JSON Schema of one merge field.', {
  type: described(v.literal('string'), 'Always `string`, because everything is text on paper.'),
  title: described(v.optional(v.string()), 'The `label` of the template; absent if it has none.'),
  maxLength: described(v.pipe(v.number(), v.integer()), 'Maximum characters (Unicode code points).'),
  examples: described(v.optional(v.array(v.string())), 'The sample of the template; absent if it has none.'),
  pattern: described(v.optional(v.string()), 'Regular expression for the text; only for number fields.'),
  format: described(
    v.optional(v.picklist(['date', 'uri'])),
    '`date`: `YYYY-MM-DD`; `uri`: a URL; absent for other fields.',
  ),
})
export type FieldSchema = v.InferOutput<typeof fieldSchema>

export const fieldsSchemaSchema = namedObject(
  'MergeFields',
  'A JSON Schema (2020-12) of the merge fields in an item’s `data`.',
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

/** Values are strings whatever the variable's type: a number is a string of digits. */
const kindOf = (variable: TemplateVariable): Pick<FieldSchema, 'pattern' | 'format'> => {
  switch (variable.type) {
    case 'text':
      return {}
    case 'integer':
      return { pattern: '^-?[0-9]+$' }
    case 'decimal':
    case 'money':
      return { pattern: numberPattern(decimalsOf(variable)) }
    case 'date':
      return { format: 'date' }
    case 'url':
      return { format: 'uri' }
  }
}

/** Returns the fields that a salutation is composed of; all are optional. */
const salutationSchemas = ({ locale }: TemplateDocument): [string, FieldSchema][] => {
  const examples = {
    ...{ salutation: 'Ms', title: 'Dr.', sex: 'f', firstName: 'Johanna', lastName: 'Wielinga' },
    language: locale.slice(0, 2),
  }
  return Object.entries(examples).map(([name, example]) => [
    name,
    { type: 'string', maxLength: itemLimits.dataValueLength, examples: [example] },
  ])
}

export const fieldsSchema = (document: TemplateDocument): FieldsSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: Object.fromEntries([
    ...(printsSalutation(document) ? salutationSchemas(document) : []),
    ...Object.entries(document.variables).map(([name, variable]): [string, FieldSchema] => [
      name,
      {
        type: 'string',
        ...(variable.label === undefined ? {} : { title: variable.label }),
        maxLength: variable.maxLength,
        ...kindOf(variable),
        ...(variable.sample === '' ? {} : { examples: [variable.sample] }),
      },
    ]),
  ]),
  required: requiredVariables(document),
})
