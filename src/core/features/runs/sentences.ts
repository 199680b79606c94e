import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with what is asked of a run, or reported of it. */
export const runSentences = sentences({
  'too_far.calendar': 'from lies at most {limit} days ahead.',
  'unknown.item_of_run': 'There is no such item in {run}.',
  'exclusive.sequences': 'Sequence numbers belong to the report that pieces are damaged only.',
  'required.sequences': 'Say which pieces are damaged, by their sequence.',
  'required.piece': 'Name the piece by its sequence or its itemId.',
  'exclusive.piece': 'Name the piece by its sequence or its itemId, not by both.',
  'unknown.piece_code': 'The code {code} is of no piece of this run.',
  'unknown.piece': 'The run has no piece {sequence}.',
  'unknown.reported_item': 'There is no item {item} in this run.',
  'exclusive.remake': 'Name the pieces in one way: by `ranges`, `codes` or `uploadId`.',
  'invalid_value.range': 'The span ends before it begins.',
  'too_many_pieces.remake': 'A remake has at most {limit} pieces, and these are {pieces}.',
  'required.remake_column': 'The list needs a column `code` or `sequence`.',
  'unknown.remake_row': 'Row {row}: {value} is no piece of this run.',
  'too_many_pieces.list': 'The list has more than {limit} rows.',
  'empty.remake': 'The list names no piece.',
  'exclusive.returns': 'Name what came back by `pieces` or by `uploadId`, not by both.',
  'required.return_column': 'The list needs a column `code`.',
  'required.organisation_of_list':
    'Choose an organisation first: a list belongs to the one in which it was uploaded.',
  'empty.returns': 'The list names no piece.',
  'too_long.return_row': 'Row {row}: {column} has more than {limit} characters.',
  'wrong.return_row': 'Row {row}: {what}',
  'unknown.carrier_code': '{code} is no code of the table of carriers’ codes.',
  'ambiguous.carrier_code':
    'Carriers have the code {code} for several reasons: name the `carrier`, one of {carriers}.',
  'exclusive.return_reason': 'Say why by `reason` or by `carrierCode`, not by both.',
  'exclusive.carrier': 'A `carrier` goes with a `carrierCode` only.',
  'repeated.carrier_code': 'The code {code} of {carrier} is there twice.',
  'required.carrier_code_source': 'What was verified has a source.',
  'repeated.piece': 'The piece of {item} is named twice.',
})

/** Why a run waits or failed, for its organisation. */
export const runReasons = sentences({
  'run_reason.findings':
    'It is not printed before what `findings` names is mended, and goes on by itself then.',
  'run_reason.uncertain':
    'It is being found out whether the printer has this run. Nothing is printed twice by itself.',
  'run_reason.given_up':
    'The printer did not finish this run. It is being found out what of it is printed; nothing is printed twice by itself.',
  'run_reason.failed': 'Production failed. The operator of this server sees why and can try again.',
  'run_reason.printer': 'The printer cannot take the run at the moment. It waits and goes on by itself.',
  'run_reason.rendering': 'Rendering did not succeed yet. It is tried again.',
})

/** Why a run does not allow what is asked. */
export const runStateProblems = sentences({
  'invalid_state.pages_erased':
    'Recipients of this run were erased or its pages deleted: the package as it was printed is there no more.',
  'invalid_state.pages_to_draw':
    'The pages of this run show a base URL or a return address that is another one now: they are drawn anew when it is handed over.',
  'invalid_state.held_run': 'Printing is held: say `printed`, whether the printer has this run already.',
  'invalid_state.suspended_run':
    'The organisation is suspended: nothing of it is printed before it is resumed.',
  'invalid_state.not_reported': 'The item {item} is {status} and cannot become {to}.',
  'invalid_state.office_pdf':
    'This run is too large for one PDF: print the parts of its package one after the other.',
  'invalid_state.no_package': 'This run failed before it was rendered: it has no package.',
  'invalid_state.certain': 'This run is {status}, and nothing about it is uncertain.',
  'invalid_state.uncertain': 'It is uncertain whether the printer has this run: say `printed`.',
  'invalid_state.given_up':
    'The printer did not finish this run: look what of it is on paper and say `printed`.',
  'invalid_state.given_up_large':
    'This run has more than {limit} pieces, which one remake holds: ask for remakes of what is not on paper, then say `printed`.',
  'invalid_state.failed_late': 'This run is {status}: its printer has finished it.',
  'invalid_state.failed_unrendered': 'This run failed before it was rendered: render it first.',
  'invalid_state.failed_rendered': 'This run failed after it was rendered: hand it over.',
  'invalid_state.not_excluded': 'The item {item} is {status} and cannot be excluded.',
  'invalid_state.remake_run': 'This run is {status}: only what the printer has can be made again.',
  'invalid_state.remake_item': 'Only pieces in production can be made again, and these are not: {pieces}.',
  'invalid_state.remake_erased':
    'Their recipients were erased, so these pieces cannot be made again: {pieces}.',
  'invalid_state.remade':
    'These pieces were made again before: {pieces}. Say `again` to make them once more.',
  'invalid_state.remakes': 'This run has {limit} remakes already.',
  'invalid_state.remake_failed':
    'This remake failed and has no package. Hand it over again, then download it.',
  'invalid_state.remake_uncertain': 'It is uncertain whether the printer has this remake: say `printed`.',
  'invalid_state.remake_certain': 'This remake is {status}, and nothing about it is uncertain.',
  'invalid_state.held_remake':
    'Printing is held: say `printed`, whether the printer has this remake already.',
  'invalid_state.not_with_printer': 'This run is {status}: no printer can have it.',
})
