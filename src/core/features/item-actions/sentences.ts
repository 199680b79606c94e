import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with an action on many items. */
export const itemActionSentences = sentences({
  'invalid.ids_and_filters': 'Send ids or filters, not both.',
  'required.ids_or_filters': 'Say which items: send ids, or filters with expectedCount.',
  'required.expected_count': 'Say how many items the filters let through.',
  'invalid.expected_count': 'expectedCount goes with filters.',
  'invalid.expected_fingerprint': 'expectedFingerprint goes with filters. With ids, send revisions.',
  'invalid.reason': 'reason goes with REJECT.',
  'invalid.charge': 'charge goes with REPRINT.',
  'invalid.revisions': 'revisions goes with ids. With filters, send expectedFingerprint.',
  'invalid.revision_count': 'revisions has {revisions} entries and ids {ids}: send one for each item.',
  'repeated.item': 'This item is named already, in ids[{index}].',
})

/** Why an action on many items is not begun. */
export const itemActionProblems = sentences({
  'count_changed.counted':
    'The filters let {now} items through now, and {expected} were expected: look again.',
  'count_changed.unread':
    'The filters no longer let through the {expected} items that were expected. The scope items.read is needed to read what has changed.',
  'revision_conflict.items':
    'Some of these items have been changed since they were counted. Read them again, and send the fingerprint of now.',
  'invalid_state.action_not_restarted':
    'This item action is {status} and was not ended for lack of a permission. Create another one instead.',
  'invalid_state.too_many_actions': '{count} item actions are under way already: wait for one of them.',
  'insufficient_scope.filters':
    '{filters} needs the scope items.read, because the answer shows how many items match. Send ids, or filter by status, Postflow, Postbatch, run or time.',
  'insufficient_scope.action': '{action} needs the scope items.write.',
})
