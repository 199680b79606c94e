import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { invalid, notFound, problem } from '../../../kernel/errors.ts'
import { assertRevision as assertRevisionOf } from '../../../kernel/lifecycle.ts'
import { templateVersionsTable } from '../../../model/templates.ts'
import { prepareTemplate, publish } from '../publish.ts'
import {
  templateDraftInput,
  templateDraftSchema,
  templateParams,
  templateVersionDetailSchema,
  templateVersionParams,
  templateVersionSchema,
} from '../schema.ts'
import { templateInputSentences, templateProblems } from '../sentences.ts'
import { activeTemplate, actorOf, draftToWire, templateById, versionToWire } from '../template.ts'

export const getTemplateDraft = defineOperation({
  id: 'templates.getDraft',
  method: 'GET',
  path: '/templates/{id}/draft',
  summary: 'Get the draft of a template',
  permission: 'templates.read',
  effect: 'read',
  params: templateParams,
  output: templateDraftSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return draftToWire(await templateById(context, params.id))
  },
})

export const putTemplateDraft = defineOperation({
  id: 'templates.putDraft',
  method: 'PUT',
  path: '/templates/{id}/draft',
  summary: 'Replace the draft of a template',
  description:
    'Send the revision that you changed as `If-Match`, so that concurrent changes are not overwritten. A draft may break printing rules, which are checked when it is published.',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: templateParams,
  body: templateDraftInput,
  output: templateDraftSchema,
  ifMatch: true,
  errors: ['not_found', 'invalid_state', 'revision_conflict'],
  async handler(context, { params, body, ifMatch }) {
    const template = await activeTemplate(context, params.id)
    assertRevision(ifMatch, template.draftRevision)
    const patch = {
      draft: body.document,
      draftRevision: template.draftRevision + 1,
      draftUpdatedAt: context.now,
      draftUpdatedById: actorOf(context.caller).id,
      updatedAt: context.now,
    }
    await context.rows.templates.update(context.shared, template.id, patch)
    return draftToWire({ ...template, ...patch })
  },
})

/** Accepts `3`, `"3"`, `W/"3"` and `*` (any). Throws 412 for another revision, 422 for other or no input. */
const assertRevision = (ifMatch: string | undefined, revision: number): void => {
  if (ifMatch === undefined) {
    throw invalid('If-Match', templateInputSentences.sentence('required.if_match'), 'header')
  }
  const match = /^(?:W\/)?"?(\d{1,15}|\*)"?$/.exec(ifMatch.trim())
  if (!match) throw invalid('If-Match', templateInputSentences.sentence('invalid.if_match'), 'header')
  if (match[1] !== '*' && Number(match[1]) !== revision) {
    throw problem(templateProblems.sentence('revision_conflict.draft', { revision, given: match[1]! }))
  }
}

export const publishTemplate = defineOperation({
  id: 'templates.publish',
  method: 'POST',
  path: '/templates/{id}/publish',
  summary: 'Publish the draft as a new version',
  description:
    'Returns every error that prevents its printing, with its place in the document. Warnings don’t block publishing; one of them, `no_printer`, means that no printer of the shop can print it at present.',
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
    assertRevisionOf(ifMatch, template.draftRevision, 'draft')
    const by = { services: context.services, actor: actorOf(context.caller), now: context.now }
    return versionToWire(await publish(context, template, prepared, by))
  },
})

export const listTemplateVersions = defineOperation({
  id: 'templates.versions',
  method: 'GET',
  path: '/templates/{id}/versions',
  summary: 'List the versions of a template',
  permission: 'templates.read',
  effect: 'read',
  params: templateParams,
  list: defineList(templateVersionsTable, {
    sort: { number: 'number' },
    defaultSort: '-number',
    filters: {},
  }),
  output: listOf(templateVersionSchema),
  errors: ['not_found'],
  async handler(context, { params, list }) {
    const template = await templateById(context, params.id)
    const page = await context.rows.templateVersions.list(context.shared, {
      ...list,
      where: [list.where, { templateId: template.id }],
    })
    return toList(list, page, versionToWire)
  },
})

export const getTemplateVersion = defineOperation({
  id: 'templates.version',
  method: 'GET',
  path: '/templates/{id}/versions/{number}',
  summary: 'Get a version of a template with its document',
  permission: 'templates.read',
  effect: 'read',
  params: templateVersionParams,
  output: templateVersionDetailSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    const template = await templateById(context, params.id)
    const [version] = await context.rows.templateVersions.find(
      context.shared,
      { templateId: template.id, number: params.number },
      { limit: 1 },
    )
    if (!version) throw notFound('version of this template')
    return { ...versionToWire(version), document: version.document }
  },
})
