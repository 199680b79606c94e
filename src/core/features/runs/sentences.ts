import { sentences } from '../../kernel/sentences.ts'

export const runSentences = sentences({
  'too_far.calendar': 'from must be at most {limit} days ahead.',
  'unknown.item_of_run': 'Run {run} has no such item.',
  'exclusive.sequences': 'Sequences are allowed only for DAMAGED.',
  'required.sequences': 'List the damaged pieces in sequences.',
  'required.piece': 'Name the piece by sequence or itemId.',
  'exclusive.piece': 'Name the piece by either sequence or itemId, not both.',
  'unknown.piece_code': 'The code {code} belongs to no piece of this run.',
  'unknown.piece': 'The run has no piece {sequence}.',
  'unknown.reported_item': 'This run has no item {item}.',
  'exclusive.remake': 'Name the pieces by one of `ranges`, `codes` and `uploadId`.',
  'invalid_value.range': 'The span ends before it begins. Set `to` to `from` or later.',
  'too_many_pieces.remake': 'A remake can have at most {limit} pieces; you named {pieces}.',
  'required.remake_column': 'The list needs a column `code` or `sequence`.',
  'unknown.remake_row': 'Row {row}: {value} is not a piece of this run.',
  'too_many_pieces.list': 'The list has more than {limit} rows.',
  'empty.remake': 'The list names no piece.',
  'exclusive.returns': 'Name the returned pieces by either `pieces` or `uploadId`, not both.',
  'required.return_column': 'The list needs a column `code`.',
  'required.organisation_of_list':
    'Choose an organisation first: a list belongs to the organisation in which it was uploaded.',
  'empty.returns': 'The list names no piece.',
  'too_long.return_row': 'Row {row}: {column} has more than {limit} characters.',
  'wrong.return_row': 'Row {row}: {what}',
  'unknown.carrier_code': '{code} is not in the table of return codes.',
  'ambiguous.carrier_code':
    'Several carriers use the code {code} for different reasons. Set `carrier` to one of {carriers}.',
  'exclusive.return_reason': 'Give the reason as either `reason` or `carrierCode`, not both.',
  'exclusive.carrier': '`carrier` is allowed only with `carrierCode`.',
  'repeated.carrier_code': 'The code {code} of {carrier} is in the table twice.',
  'required.carrier_code_source': 'A verified code needs a source.',
  'repeated.piece': 'The piece of {item} is named twice.',
})

/** Shown to the run's organisation. */
export const runReasons = sentences({
  'run_reason.findings':
    'It can’t be printed until the problems in `findings` are corrected. It then resumes automatically.',
  'run_reason.uncertain':
    'We are checking whether the printer has this run. Nothing is printed twice automatically.',
  'run_reason.given_up':
    'The printer did not finish this run. We are checking how much is printed; nothing is printed twice automatically.',
  'run_reason.failed': 'Production failed. The operator of this server can see the cause and retry.',
  'run_reason.printer': 'The printer can’t accept the run at the moment. It waits and resumes automatically.',
  'run_reason.rendering': 'Rendering has not succeeded yet. It is retried.',
})

export const runStateProblems = sentences({
  'invalid_state.pages_erased':
    'Recipients of this run were erased or its pages deleted, so the package as printed is no longer available.',
  'invalid_state.pages_to_draw':
    'The pages of this run show an outdated base URL or return address. They are rendered again at hand-over.',
  'invalid_state.held_run': 'Printing is held. Set `printed` to whether the printer already has this run.',
  'invalid_state.suspended_run': 'The organisation is suspended. Nothing is printed until it is resumed.',
  'invalid_state.not_reported': 'The item {item} is {status} and cannot become {to}.',
  'invalid_state.office_pdf':
    'This run is too large for one PDF. Print the parts of its package one after the other.',
  'invalid_state.no_package': 'This run failed before it was rendered, so it has no package.',
  'invalid_state.certain': 'This run is {status} and not uncertain.',
  'invalid_state.uncertain': 'It is uncertain whether the printer has this run. Set `printed`.',
  'invalid_state.given_up': 'The printer did not finish this run. Check what is on paper and set `printed`.',
  'invalid_state.given_up_large':
    'This run has more than {limit} pieces, the maximum of a remake. Request remakes of what is not on paper, then set `printed`.',
  'invalid_state.failed_late': 'This run is {status}, so its printer has finished it.',
  'invalid_state.failed_unrendered': 'This run failed before it was rendered. Render it first.',
  'invalid_state.failed_rendered': 'This run failed after it was rendered. Hand it over.',
  'invalid_state.not_excluded': 'The item {item} is {status} and cannot be excluded.',
  'invalid_state.remake_run': 'This run is {status}: only pieces that the printer has can be printed again.',
  'invalid_state.remake_item': 'Only pieces in production can be printed again. These are not: {pieces}.',
  'invalid_state.remake_erased':
    'The recipients of these pieces were erased, so they can’t be printed again: {pieces}.',
  'invalid_state.remade':
    'These pieces are in an earlier remake: {pieces}. Set `again` to print them once more.',
  'invalid_state.remakes': 'This run already has {limit} remakes, the maximum.',
  'invalid_state.remake_failed':
    'This remake failed and has no package. Hand it over again, then download it.',
  'invalid_state.remake_uncertain': 'It is uncertain whether the printer has this remake. Set `printed`.',
  'invalid_state.remake_certain': 'This remake is {status} and not uncertain.',
  'invalid_state.held_remake':
    'Printing is held. Set `printed` to whether the printer already has this remake.',
  'invalid_state.not_with_printer': 'This run is {status}, so no printer can have it.',
})
