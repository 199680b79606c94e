import { sentences } from '../../kernel/sentences.ts'

/** Why a Postbatch does not allow what is asked. */
export const postbatchProblems = sentences({
  'invalid_state.closed_items': 'This Postbatch is {status} and cannot take items any more.',
  'invalid_state.closed_import': 'This Postbatch is {status} and cannot take an import any more.',
  'invalid_state.closed_settings':
    'This Postbatch is {status} and cannot be changed any more, but for its trackingTargetUrl.',
  'invalid_state.closed_salutations': 'This Postbatch is {status}, so its salutations cannot be corrected.',
  'invalid_state.corrections_under_way':
    'Corrected salutations are still being written into the items: wait until that is done. If it does not end, send the corrections again.',
  'invalid_state.earlier_server_salutations':
    'A server of an earlier version still runs, which would approve the letters without the corrections. Correct salutations when all servers run this version.',
  'rate_limited.salutations':
    '{limit} lists of salutations of this organisation are being made already. Try again when one of them is answered.',
  'rate_limited.salutations_under_way':
    'The salutations are still being composed from all letters. Try again in {seconds} s: the list is kept until then.',
  'invalid_value.salutation': 'Send a salutation in one line, for example Dear Ms Smith.',
  'max_entries.corrections': 'At most {limit} corrections can wait at a time: wait until they are written.',
  'insufficient_funds.amounts':
    'Approving this Postbatch takes {amount} and {available} is available: {missing} is missing. Nothing was reserved.',
  'insufficient_funds.untold':
    'The balance does not cover this Postbatch: whoever looks after the money has to top it up. Nothing was reserved.',
  'spending_cap_reached.untold':
    'The spending cap of the organisation does not allow this Postbatch: whoever looks after the money has to raise it. Nothing was reserved.',
  'spending_cap_reached.organisation':
    'Approving this Postbatch takes {amount}, and of the spending cap of the organisation for {month}, {cap}, {left} is left. Nothing was reserved.',
  'spending_cap_reached.key':
    'Approving this Postbatch takes {amount}, and of the spending cap of this API key for {month}, {cap}, {left} is left. Nothing was reserved.',
  'invalid_state.not_to_reject':
    'This Postbatch is {status} and does not wait for an approval: only one that is VALIDATED is rejected.',
  'invalid_state.not_a_draft':
    'This Postbatch is {status} and cannot be deleted: only a DRAFT can. Cancel it instead.',
  'invalid_state.run_closed':
    'This Postbatch is {status} and its run is closed (cutoff {time}): it cannot be cancelled any more.',
  'invalid_state.import_under_way': 'The import {id} is still adding items: wait for it, or cancel it.',
  'invalid_state.copy_stopped':
    'Copying the recipients of {original} into {id} stopped because its caller lost the permission. Cancel this Postbatch and copy {original} again.',
  'invalid_state.copy_under_way': 'The recipients of {id} are still being copied: wait until they are.',
  'invalid_state.no_items_yet': 'This Postbatch has no items yet: import a file or add items first.',
  'invalid_state.quantity_step':
    'Its prices were taken for {before} pieces and it has {count} now: validate it again.',
  'invalid_state.nothing_to_send': 'This Postbatch has no item that could be sent.',
})
