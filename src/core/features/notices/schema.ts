import * as v from 'valibot'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { noticeKinds } from '../../model/people.ts'

const kind = named(
  'NoticeKind',
  'What a member may be told by mail: something waits for an approval, a Postbatch was rejected, a run went to the printer, an import failed, the balance is low, a spending cap was reached, a webhook endpoint was disabled.',
  v.picklist(noticeKinds),
)

export const noticesSchema = namedObject('Notices', 'Which notices reach you by mail, in one organisation.', {
  available: described(v.boolean(), 'Whether this server sends mail at all.'),
  notices: described(
    v.array(
      v.object({
        kind: described(kind, 'What it tells.'),
        mailed: described(v.boolean(), 'Whether it reaches you.'),
        byDefault: described(v.boolean(), 'Whether it reaches you where you choose nothing, by your roles.'),
      }),
    ),
    'Those that your permissions let you have.',
  ),
})

const choice = (what: string) =>
  described(v.optional(v.nullable(v.boolean())), `${what} True by mail, false not, null as by default.`)
export const noticesPatch = namedStrictObject(
  'NoticesUpdate',
  'Which notices to get; one that is not sent stays as it is, and null goes back to the default.',
  {
    APPROVAL_WAITING: choice('An item or a Postbatch waits for an approval; at most one mail an hour.'),
    POSTBATCH_REJECTED: choice('A Postbatch was rejected and has to be mended; not to who rejected it.'),
    RUN_HANDED_OVER: choice('A run was handed to the printer.'),
    IMPORT_FAILED: choice('An import of recipients or suppressions failed.'),
    BALANCE_LOW: choice('The available balance fell below the threshold.'),
    SPENDING_CAP_REACHED: choice('A spending cap of the organisation or of an API key was reached.'),
    ENDPOINT_DISABLED: choice('A webhook endpoint was disabled.'),
  },
)
