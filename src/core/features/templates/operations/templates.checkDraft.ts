import { defineOperation } from '../../../engine/operation.ts'
import { hasErrors } from '../../../kernel/finding.ts'
import { checkDraft } from '../publish.ts'
import { draftCheckSchema, templateParams } from '../schema.ts'
import { activeTemplate } from '../template.ts'

export const checkTemplateDraft = defineOperation({
  id: 'templates.checkDraft',
  method: 'GET',
  path: '/templates/{id}/draft/check',
  summary: 'Check the draft as publishing does',
  description:
    'Every finding that `templates.publish` would refuse the draft for or keep with the version, on all of its pages. Nothing is written.',
  permission: 'templates.read',
  rateClass: 'paper',
  effect: 'read',
  shared: true,
  params: templateParams,
  output: draftCheckSchema,
  errors: ['not_found', 'invalid_state'],
  /** Draws before the handler, so that no snapshot waits for it. */
  async prepare({ services, shared }, { params }) {
    const template = await services.store.read((rows) => activeTemplate({ rows, shared }, params.id))
    const { findings } = await checkDraft(services, template)
    const errors = findings.filter((finding) => hasErrors([finding]))
    const warnings = findings.filter((finding) => !hasErrors([finding]))
    return { revision: template.draftRevision, findings: [...errors, ...warnings] }
  },
  async handler(_context, _input, answer) {
    return answer
  },
})
