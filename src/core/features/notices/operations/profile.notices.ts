import { defineOperation } from '../../../engine/operation.ts'
import { noticedMembers, noticesOf } from '../recipients.ts'
import { noticesSchema } from '../schema.ts'

export const getNotices = defineOperation({
  id: 'profile.notices',
  method: 'GET',
  path: '/profile/notices',
  summary: 'Which notices reach you by mail',
  description:
    'In the organisation of the request. Live mode only tells; an operator who is not a member gets none.',
  permission: 'authenticated',
  audience: 'portal',
  effect: 'read',
  output: noticesSchema,
  async handler({ rows, services, shared, caller }) {
    const members = await noticedMembers(rows, shared.organisationId)
    const own = members.find(({ member }) => member.userId === caller.id)
    return { available: services.mailer.available, notices: own ? noticesOf(own) : [] }
  },
})
