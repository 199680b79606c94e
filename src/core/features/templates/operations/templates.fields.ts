import * as v from 'valibot'
import { defineOperation } from '../../../engine/operation.ts'
import { described } from '../../../kernel/wire-schema.ts'
import { fieldsSchema, fieldsSchemaSchema } from '../fields.ts'
import { templateParams } from '../schema.ts'
import { templateById } from '../template.ts'

export const getTemplateFields = defineOperation({
  id: 'templates.fields',
  method: 'GET',
  path: '/templates/{id}/fields',
  summary: 'Get the merge fields of a template as a JSON Schema',
  description: 'Of the latest version, or of the draft with `version=draft`, or while nothing is published.',
  permission: 'templates.read',
  effect: 'read',
  params: templateParams,
  query: v.strictObject({
    version: described(
      v.optional(v.picklist(['latest', 'draft'])),
      '`latest`: of the latest published version; `draft`: of the draft.',
    ),
  }),
  output: fieldsSchemaSchema,
  errors: ['not_found'],
  async handler(context, { params, query }) {
    const template = await templateById(context, params.id)
    const latest =
      query.version === 'draft' || template.latestVersionId === null
        ? undefined
        : await context.rows.templateVersions.get(context.shared, template.latestVersionId)
    return fieldsSchema(latest?.document ?? template.draft)
  },
})
