import { defineOperation } from '../../../engine/operation.ts'
import type { PostflowRow } from '../../../model/postflows.ts'
import { postflowToWire, settingsOf } from '../postflow.ts'
import { postflowInput, postflowSchema } from '../schema.ts'

export const createPostflow = defineOperation({
  id: 'postflows.create',
  method: 'POST',
  path: '/postflows',
  summary: 'Create a Postflow',
  description:
    'It begins as DRAFT and takes items once it is activated. It pins one template version: the one named, or the latest of the named template.',
  permission: 'postflows.write',
  effect: 'write',
  body: postflowInput,
  output: postflowSchema,
  status: 201,
  location: '/postflows/{id}',
  async handler(context, { body }) {
    const { rows, scope, services, now } = context
    const settings = await settingsOf(context, body, undefined)
    const postflow = {
      description: null,
      advertisingCategory: null,
      approval: 'NONE',
      returnAddressId: null,
      trackingTargetUrl: null,
      duplicateWindowDays: 0,
      billingGroup: null,
      ...settings,
      id: services.ids.next('pfl'),
      ...scope,
      name: body.name,
      status: 'DRAFT',
      revision: 1,
      createdAt: now,
      updatedAt: now,
      activatedAt: null,
      archivedAt: null,
    } as PostflowRow
    await rows.postflows.insert(postflow)
    return postflowToWire(postflow)
  },
})
