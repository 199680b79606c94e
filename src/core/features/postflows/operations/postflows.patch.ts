import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { assertRevision } from '../../../kernel/revision.ts'
import { changesTargetOnly } from '../../items/mailing-settings.ts'
import { postflowById, postflowToWire, settingsOf } from '../postflow.ts'
import { postflowParams, postflowPatch, postflowSchema } from '../schema.ts'
import { postflowProblems } from '../sentences.ts'

export const patchPostflow = defineOperation({
  id: 'postflows.patch',
  method: 'PATCH',
  path: '/postflows/{id}',
  summary: 'Change a Postflow',
  description:
    'Counts for items that come after it; those that exist keep the template version and category they were created with. Once activated, a Postflow keeps its product and takes READY versions only. `trackingTargetUrl` counts at once, for codes that are printed already too, and may be changed at any time.',
  permission: 'postflows.write',
  effect: 'write',
  params: postflowParams,
  body: postflowPatch,
  output: postflowSchema,
  ifMatch: true,
  errors: ['not_found', 'invalid_state', 'revision_conflict'],
  async handler(context, { params, body, ifMatch }) {
    const { rows, scope, now } = context
    const postflow = await postflowById(rows, scope, params.id)
    assertRevision(ifMatch, postflow.revision, 'Postflow')
    if (postflow.status === 'ARCHIVED' && !changesTargetOnly(body)) {
      throw problem(postflowProblems.say('invalid_state.archived_postflow'))
    }
    const settings = await settingsOf(context, body, postflow)
    const changed = { ...settings, revision: postflow.revision + 1, updatedAt: now }
    await rows.postflows.update(scope, postflow.id, changed)
    return postflowToWire({ ...postflow, ...changed })
  },
})
