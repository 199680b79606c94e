import * as v from 'valibot'
import { defineOperation } from '../../../engine/operation.ts'
import { described, namedObject } from '../../../kernel/wire-schema.ts'
import { variableSchema } from '../../../template/document.ts'
import { itemById } from '../item.ts'
import { itemParams } from '../schema.ts'

export const getItemFields = defineOperation({
  id: 'items.fields',
  method: 'GET',
  path: '/items/{id}/fields',
  summary: 'Read what the merge fields of a mail item hold',
  description:
    'They belong to the version of the template with which the item is printed. A form for corrections can read typed values by them, and show how they are printed.',
  permission: 'items.read',
  effect: 'read',
  params: itemParams,
  output: namedObject('ItemFields', 'What the merge fields of an item hold.', {
    locale: described(v.string(), 'The language in which they are printed (BCP 47).'),
    variables: described(v.record(v.string(), variableSchema), 'The merge fields of the template by name.'),
  }),
  errors: ['not_found'],
  async handler({ rows, scope, shared }, { params }) {
    const { templateVersionId } = await itemById(rows, scope, params.id)
    const version = await rows.templateVersions.get(shared, templateVersionId)
    if (!version) throw new Error(`The item ${params.id} has no template version.`)
    const { locale, variables } = version.document
    return { locale, variables }
  },
})
