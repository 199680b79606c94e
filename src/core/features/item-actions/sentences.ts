import { sentences } from '../../kernel/sentences.ts'

export const itemActionSentences = sentences({
  'invalid.ids_and_filters': 'Send either ids or filters.',
  'required.ids_or_filters': 'Name the items: send ids, or filters with expectedCount.',
  'required.expected_count': 'Send expectedCount with filters.',
  'invalid.expected_count': 'expectedCount can only be sent with filters.',
  'invalid.expected_fingerprint':
    'expectedFingerprint can only be sent with filters. With ids, send revisions.',
  'invalid.reason': 'reason can only be sent with REJECT.',
  'invalid.charge': 'charge can only be sent with REPRINT.',
  'invalid.revisions': 'revisions can only be sent with ids. With filters, send expectedFingerprint.',
  'invalid.revision_count': 'revisions has {revisions} entries and ids {ids}. Send one for each item.',
  'repeated.item': 'This item is already named in ids[{index}].',
})

export const itemActionProblems = sentences({
  'count_changed.counted':
    'The filters match {now} items now instead of the expected {expected}. Count them again.',
  'count_changed.unread':
    'The filters no longer match the {expected} expected items. Reading what has changed needs the scope items.read.',
  'revision_conflict.items':
    'Some of these items have changed since they were counted. Read them again and send the new fingerprint.',
  'invalid_state.action_not_restarted':
    'This item action is {status} and did not end for lack of a permission. Create another one instead.',
  'invalid_state.too_many_actions':
    '{count} item actions are already in progress. Wait until one of them ends.',
  'insufficient_scope.filters':
    '{filters} needs the scope items.read, because the answer shows how many items match. Send ids, or filter by status, Postflow, Postbatch, run or time.',
  'insufficient_scope.action': '{action} needs the scope items.write.',
})
