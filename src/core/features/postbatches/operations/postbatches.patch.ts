import { defineOperation } from '../../../engine/operation.ts'
import { assertRevision } from '../../../kernel/revision.ts'
import type { PostbatchRow } from '../../../model/postbatches.ts'
import { assertSendOn } from '../../items/accept.ts'
import { changesTargetOnly, resolveMailingSettings } from '../../items/mailing-settings.ts'
import { formerGroups } from '../cost-centre.ts'
import { assertOpen, postbatchById, postbatchToWire, reopen } from '../postbatch.ts'
import { type PostbatchPatch, postbatchParams, postbatchPatch, postbatchSchema } from '../schema.ts'

export const patchPostbatch = defineOperation({
  id: 'postbatches.patch',
  method: 'PATCH',
  path: '/postbatches/{id}',
  summary: 'Change a Postbatch',
  description:
    'Before it is approved; `trackingTargetUrl` at any time, for codes that are printed already too. A field that is not sent stays as it is. Another template, category or rule for duplicates counts for the items it has too, and another cost centre for those that have the one of before; each makes a VALIDATED Postbatch a DRAFT again.',
  permission: 'postflows.write',
  effect: 'write',
  params: postbatchParams,
  body: postbatchPatch,
  output: postbatchSchema,
  ifMatch: true,
  errors: ['not_found', 'invalid_state', 'revision_conflict'],
  async handler(context, { params, body, ifMatch }) {
    const { rows, scope, organisation, now } = context
    const postbatch = await postbatchById(rows, scope, params.id)
    assertRevision(ifMatch, postbatch.revision, 'Postbatch')
    if (!changesTargetOnly(body)) assertOpen(postbatch, 'settings')
    assertSendOn(body.sendOn, organisation.timeZone, now)
    const settings = await resolveMailingSettings(context, body, postbatch, { keepsProduct: false })
    const open = changesContent(postbatch, body) ? await reopen(context, postbatch, now) : postbatch
    const former = await formerGroups(rows, postbatch, body.billingGroup)
    const changed = { ...settings, ...former, revision: open.revision + 1, updatedAt: now }
    await rows.postbatches.update(scope, open.id, changed as Partial<typeof open>)
    return postbatchToWire(context, { ...open, ...changed } as typeof open)
  },
})

/** Whether a change touches what validation has checked, or gives to items. */
const changesContent = ({ billingGroup }: PostbatchRow, body: PostbatchPatch): boolean =>
  (body.billingGroup !== undefined && body.billingGroup !== billingGroup) ||
  body.templateId !== undefined ||
  body.templateVersionId !== undefined ||
  body.advertisingCategory !== undefined ||
  body.allowDuplicates !== undefined
