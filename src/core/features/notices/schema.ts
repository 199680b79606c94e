import * as v from 'valibot'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { noticeKinds } from '../../model/people.ts'

const kind = named(
  'NoticeKind',
  'Subject of a notice: approval required, Postbatch rejected, run handed to the printer, import failed, balance low, spending cap reached, webhook endpoint disabled.',
  v.picklist(noticeKinds),
)

export const noticesSchema = namedObject('Notices', 'Your notices by mail in one organisation.', {
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
export const noticesPatch = namedStrictObject(
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
