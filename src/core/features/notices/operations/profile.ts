import * as v from 'valibot'
import { defineOperation } from '../../../engine/operation.ts'
import { notFound } from '../../../kernel/errors.ts'
import { described, named, namedObject, namedStrictObject } from '../../../kernel/wire-schema.ts'
import { type NoticeKind, noticeKinds } from '../../../model/people.ts'
import { membershipOf } from '../../people/membership/members.ts'
import { noticedMembers, noticesOf } from '../recipients.ts'

const kind = named(
  'NoticeKind',
  'Subject of a notice: approval required, Postbatch rejected, run handed to the printer, import failed, balance low, spending cap reached, webhook endpoint disabled.',
  v.picklist(noticeKinds),
)

const noticesSchema = namedObject('Notices', 'Your notices by mail in one organisation.', {
  available: described(v.boolean(), 'Whether this server sends mail.'),
  notices: described(
    v.array(
      v.object({
        kind: described(kind, 'Kind of notice.'),
        mailed: described(v.boolean(), 'Whether you get it.'),
        byDefault: described(v.boolean(), 'Whether you get it by default, according to your roles.'),
      }),
    ),
    'The notices that your permissions allow.',
  ),
})

const choice = (what: string) =>
  described(v.optional(v.nullable(v.boolean())), `${what} True: on; false: off; null: default.`)
const noticesPatch = namedStrictObject(
  'NoticesUpdate',
  'Choice of notices. Omitted notices keep their setting; null restores the default.',
  {
    APPROVAL_WAITING: choice('An item or a Postbatch waits for approval; at most one mail per hour.'),
    POSTBATCH_REJECTED: choice(
      'A Postbatch was rejected and must be corrected; not sent to the member who rejected it.',
    ),
    RUN_HANDED_OVER: choice('A run was handed to the printer.'),
    IMPORT_FAILED: choice('An import of recipients or suppressions failed.'),
    BALANCE_LOW: choice('The available balance fell below the threshold.'),
    SPENDING_CAP_REACHED: choice('A spending cap of the organisation or of an API key was reached.'),
    ENDPOINT_DISABLED: choice('A webhook endpoint was disabled.'),
  },
)

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
