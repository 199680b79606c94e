import { defineOperation } from '../../../engine/operation.ts'
import { fieldsSchema, fieldsSchemaSchema } from '../../templates/fields.ts'
import { postflowById } from '../postflow.ts'
import { postflowParams } from '../schema.ts'

export const getPostflowFields = defineOperation({
  id: 'postflows.fields',
  method: 'GET',
  path: '/postflows/{id}/fields',
  summary: 'JSON Schema of the merge fields that items bring',
  permission: 'items.read',
  effect: 'read',
  params: postflowParams,
  output: fieldsSchemaSchema,
  errors: ['not_found'],
  async handler({ rows, scope, shared }, { params }) {
    const postflow = await postflowById(rows, scope, params.id)
    const version = await rows.templateVersions.get(shared, postflow.templateVersionId)
    if (!version) throw new Error(`The Postflow ${postflow.id} has no template version.`)
    return fieldsSchema(version.document)
  },
})
