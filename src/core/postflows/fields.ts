import { mergeFieldsOf } from '../items/merge-fields.ts'
import type { TemplateDocument, TemplateVariable } from '../templates/document.ts'
import type { FieldsWire } from './schema.ts'

/** What an item's `data` must hold, as JSON Schema: forms and integrations build themselves from it. */
export const fieldsOf = (name: string, document: TemplateDocument): FieldsWire => {
  const { variables, required } = mergeFieldsOf(document)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    type: 'object',
    properties: Object.fromEntries([...variables].map(([key, variable]) => [key, propertyOf(variable)])),
    required: [...required],
    // A field that the template does not know is a warning, no error.
    additionalProperties: true,
  }
}

const propertyOf = ({ type, maxLength, sample }: TemplateVariable): FieldsWire['properties'][string] => ({
  type: 'string',
  maxLength,
  ...kinds[type],
  ...(sample === '' ? {} : { examples: [sample] }),
})

const kinds: Record<TemplateVariable['type'], { format?: string; pattern?: string }> = {
  text: {},
  integer: { pattern: '^-?\\d{1,15}$' },
  date: { format: 'date' },
  url: { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' },
}
