import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { mailingOfPostflow } from '../../items/mailing.ts'
import { assertReady } from '../../items/mailing-settings.ts'
import { assertReadyForLive } from '../../items/ready-for-live.ts'
import { assertSold } from '../../items/terms.ts'
import { assertPrintable } from '../../printers/assert-able.ts'
import { movePostflow, postflowById, postflowToWire } from '../postflow.ts'
import { postflowParams, postflowSchema } from '../schema.ts'
import { postflowProblems } from '../sentences.ts'

export const activatePostflow = defineOperation({
  id: 'postflows.activate',
  method: 'POST',
  path: '/postflows/{id}/activate',
  summary: 'Activate a draft Postflow',
  description:
    'From then on it takes items. Its template version must have a READY static layer. A live one must be fit to be sent: 409 `not_ready_for_live` names everything that is missing.',
  permission: 'postflows.write',
  effect: 'write',
  params: postflowParams,
  output: postflowSchema,
  errors: ['not_found', 'invalid_state', 'not_ready_for_live'],
  async handler(context, { params }) {
    const { rows, scope, shared } = context
    const postflow = await postflowById(rows, scope, params.id)
    // A paused Postflow is resumed instead, which also moves the items that it holds.
    if (postflow.status !== 'DRAFT') {
      throw problem(postflowProblems.say('invalid_state.not_activated', { status: postflow.status }))
    }
    const version = await rows.templateVersions.get(shared, postflow.templateVersionId)
    if (!version) throw new Error(`The Postflow ${postflow.id} has no template version.`)
    assertReady(version)
    await assertSold(context, postflow.specificationId)
    await assertPrintable(context.services, rows, { ...postflow, pages: version.document.pages.length })
    await assertReadyForLive(context, mailingOfPostflow(postflow))
    return postflowToWire(await movePostflow(context, postflow, 'ACTIVE'))
  },
})
