import { defineOperation } from '../../../engine/operation.ts'
import { assertRevision } from '../../../kernel/revision.ts'
import { prepareTemplate, publish } from '../publish.ts'
import { templateParams, templateVersionSchema } from '../schema.ts'
import { activeTemplate, actorOf, versionToWire } from '../template.ts'

export const publishTemplate = defineOperation({
  id: 'templates.publish',
  method: 'POST',
  path: '/templates/{id}/publish',
  summary: 'Publish the draft as a new version',
  description:
    'Everything that keeps it from being printed is named at once, by its place in the document. Warnings do not stop it; one of them, `no_printer`, says that no printer of the shop could print it now.',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: templateParams,
  output: templateVersionSchema,
  status: 201,
  location: '/templates/{templateId}/versions/{number}',
  ifMatch: true,
  errors: ['not_found', 'invalid_state', 'revision_conflict'],
  emits: ['template.published'],
  prepare: (context, { params }) => prepareTemplate(context, params.id),
  async handler(context, { params, ifMatch }, prepared) {
    const template = await activeTemplate(context, params.id)
    assertRevision(ifMatch, template.draftRevision, 'draft')
    const by = { services: context.services, actor: actorOf(context.caller), now: context.now }
    return versionToWire(await publish(context, template, prepared, by))
  },
})
