import { defineOperation } from '../../../engine/operation.ts'
import type { PostbatchRow } from '../../../model/postbatches.ts'
import { assertSendOn } from '../../items/accept.ts'
import { resolveMailingSettings } from '../../items/mailing-settings.ts'
import { newDraft } from '../draft.ts'
import { postbatchToWire } from '../postbatch.ts'
import { postbatchInput, postbatchSchema } from '../schema.ts'

export const createPostbatch = defineOperation({
  id: 'postbatches.create',
  method: 'POST',
  path: '/postbatches',
  summary: 'Create a Postbatch',
  description:
    'One mailing, as a DRAFT: fill it with imports or items, then validate, quote and approve it. It pins one template version: the one named, or the latest of the named template.',
  permission: 'postflows.write',
  effect: 'write',
  body: postbatchInput,
  output: postbatchSchema,
  status: 201,
  location: '/postbatches/{id}',
  async handler(context, { body }) {
    const { rows, scope, services, organisation, now } = context
    const settings = await resolveMailingSettings(context, body, undefined, { keepsProduct: false })
    assertSendOn(body.sendOn, organisation.timeZone, now)
    const postbatch = {
      description: null,
      advertisingCategory: null,
      returnAddressId: null,
      trackingTargetUrl: null,
      sendOn: null,
      allowDuplicates: false,
      billingGroup: null,
      formerBillingGroups: null,
      ...settings,
      ...newDraft(services, scope, now),
      name: body.name,
    } as PostbatchRow
    await rows.postbatches.insert(postbatch)
    return postbatchToWire(context, postbatch)
  },
})
