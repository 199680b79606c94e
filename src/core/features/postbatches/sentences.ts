import { sentences } from '../../kernel/sentences.ts'

/** Why a Postbatch doesn't allow an action. */
export const postbatchProblems = sentences({
  'invalid_state.closed_items': 'This Postbatch is {status} and can no longer take items.',
  'invalid_state.closed_import': 'This Postbatch is {status} and can no longer take an import.',
  'invalid_state.closed_settings': 'This Postbatch is {status}. Only its trackingTargetUrl can still change.',
  'invalid_state.closed_salutations': 'This Postbatch is {status}, so its salutations cannot be corrected.',
  'invalid_state.corrections_under_way':
    'Corrected salutations are still being written into the items. Wait until that is done. If it does not end, send the corrections again.',
  'invalid_state.earlier_server_salutations':
    'A server of an earlier version is running, which would approve the letters without the corrections. Correct salutations when all servers run this version.',
  'rate_limited.salutations':
    '{limit} lists of salutations of this organisation are already being computed. Try again when one of them is ready.',
  'rate_limited.salutations_under_way':
    'The salutations are still being composed from all letters. Try again in {seconds} s; the list is kept until then.',
  'invalid_value.salutation': 'Send a salutation in one line, for example Dear Ms Smith.',
  'max_entries.corrections': 'At most {limit} corrections can wait at a time. Wait until they are written.',
  'insufficient_funds.amounts':
    'Approving this Postbatch takes {amount}, but only {available} is available: {missing} is missing. Nothing was reserved.',
  'insufficient_funds.untold':
    'The balance does not cover this Postbatch. Ask a member with the permission billing.manage to top it up. Nothing was reserved.',
  'spending_cap_reached.untold':
    'The spending cap of the organisation does not allow this Postbatch. Ask a member with the permission billing.manage to raise it. Nothing was reserved.',
  'spending_cap_reached.organisation':
    'Approving this Postbatch takes {amount}, but only {left} is left of the organisation’s spending cap for {month}, {cap}. Nothing was reserved.',
  'spending_cap_reached.key':
    'Approving this Postbatch takes {amount}, but only {left} is left of this API key’s spending cap for {month}, {cap}. Nothing was reserved.',
  'invalid_state.not_to_reject': 'This Postbatch is {status}. Only a VALIDATED one can be rejected.',
  'invalid_state.not_a_draft': 'This Postbatch is {status}. Only a DRAFT can be deleted. Cancel it instead.',
  'invalid_state.run_closed':
    'This Postbatch is {status} and its run is closed (cutoff {time}), so it can no longer be cancelled.',
  'invalid_state.import_under_way': 'The import {id} is still adding items. Wait for it, or cancel it.',
  'invalid_state.copy_stopped':
    'Copying the recipients of {original} into {id} stopped because its caller lost the permission. Cancel this Postbatch and copy {original} again.',
  'invalid_state.copy_under_way':
    'The recipients of {id} are still being copied. Wait until the copy is complete.',
  'invalid_state.no_items_yet': 'This Postbatch has no items yet. Import a file or add items first.',
  'invalid_state.quantity_step':
    'Its prices are for {before} pieces, but it has {count} now. Validate it again.',
  'invalid_state.nothing_to_send': 'This Postbatch has no item that can be sent.',
})
