import { defineOperation } from '../../../engine/operation.ts'
import { notFound } from '../../../kernel/errors.ts'
import type { NoticeKind } from '../../../model/people.ts'
import { membershipOf } from '../../people/membership/members.ts'
import { noticedMembers, noticesOf } from '../recipients.ts'
import { noticesPatch, noticesSchema } from '../schema.ts'

export const getNotices = defineOperation({
  id: 'profile.notices',
  method: 'GET',
  path: '/profile/notices',
  summary: 'List your notices',
  description:
    'In the organisation of the request. Notices concern live mode only; operators who are not members get none.',
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

export const patchNotices = defineOperation({
  id: 'profile.patchNotices',
  method: 'PATCH',
  path: '/profile/notices',
  summary: 'Choose your notices',
  description:
    'In the organisation of the request. You never get notices of what your permissions do not allow.',
  permission: 'authenticated',
  audience: 'portal',
  effect: 'write',
  body: noticesPatch,
  output: noticesSchema,
  errors: ['not_found'],
  async handler({ rows, services, shared, caller }, { body }) {
    const member = await membershipOf(rows, shared, caller.id)
    if (!member) throw notFound('membership of yours in this organisation')
    const chosen: Partial<Record<NoticeKind, boolean>> = { ...member.notices }
    for (const [kind, choice] of Object.entries(body) as [NoticeKind, boolean | null | undefined][]) {
      if (choice === null) delete chosen[kind]
      else if (choice !== undefined) chosen[kind] = choice
    }
    await rows.members.update(shared, member.id, { notices: chosen })
    const members = await noticedMembers(rows, shared.organisationId)
    const own = members.find((one) => one.member.userId === caller.id)!
    return { available: services.mailer.available, notices: noticesOf(own) }
  },
})
