import { defineOperation } from '../../../engine/operation.ts'
import { invalid, problem } from '../../../kernel/errors.ts'
import { templateDraftInput, templateDraftSchema, templateParams } from '../schema.ts'
import { templateInputSentences, templateProblems } from '../sentences.ts'
import { activeTemplate, actorOf, draftToWire } from '../template.ts'

export const putTemplateDraft = defineOperation({
  id: 'templates.putDraft',
  method: 'PUT',
  path: '/templates/{id}/draft',
  summary: 'Replace the draft of a template',
  description:
    'Send the revision that you changed as `If-Match`: a draft that was changed meanwhile is not overwritten. A draft may still break the rules of printing; publishing checks them.',
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

/**
 * Throws 412 where `If-Match` names another revision. `3`, `"3"` and `*` (any revision) are accepted forms.
 */
const assertRevision = (ifMatch: string | undefined, revision: number): void => {
  if (ifMatch === undefined) {
    throw invalid('If-Match', templateInputSentences.say('required.if_match'), 'header')
  }
  const match = /^(?:W\/)?"?(\d{1,15}|\*)"?$/.exec(ifMatch.trim())
  if (!match) throw invalid('If-Match', templateInputSentences.say('invalid.if_match'), 'header')
  if (match[1] !== '*' && Number(match[1]) !== revision) {
    throw problem(templateProblems.say('revision_conflict.draft', { revision, given: match[1]! }))
  }
}
