import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with what is said of printers and their rules. */
export const printerSentences = sentences({
  'required.setting': 'A printer of the kind {kind} needs {setting}.',
  'unknown.setting': 'A printer of the kind {kind} has no {setting}.',
  'invalid_format.host_key':
    'Give the host key as one line of ssh-keyscan, host ssh-ed25519 AAAA…, or as its fingerprint SHA256: and 43 characters.',
  'invalid_format.certificate':
    'Give the certificate itself as PEM text, from -----BEGIN CERTIFICATE----- on; the name of a file is not read.',
  'invalid_format.printer_url': 'The address of a printer of the kind {kind} begins with {scheme}.',
  'invalid_format.user_information':
    'The address has user information before its host (https://user@host). Write it without, and give the password as the secret.',
  'invalid_format.folder':
    'A folder is one name of letters, figures, dots and dashes: that of this printer below the folder of printers (--printers-folder).',
  'taken.printer_key': 'Another printer has the key {key}.',
  'fixed.default_printer':
    'This is the printer of the server’s own settings: only its name and what it can print are changed here.',
  'fixed.printer_kind': 'The printer {printer} is of the kind {kind} for good: another is another printer.',
  'printer_secret.not_kept':
    'This server keeps no secret for the printer {printer}, which is away until one is set.',
  'printer_secret.moved':
    'Its secret was given for {before} and is not sent to {now}. Give the secret again, or take back the settings.',
  'printer_secret.sealed_otherwise':
    'This instance key does not open its secret. Give the secret again, or start the server with the key that sealed it.',
  'printer_secret.unread': 'The printer {printer} is away until its secret can be read: {reason}',
  'required.secret_again':
    'The kept secret was given for {before}. Send the secret for {now} too, or null to remove it.',
  'unknown.printer': 'There is no printer {printer}.',
  'unknown.printer_key': 'Printers are named by id here: {printer} is the key of the printer {id}.',
  'archived.printer': 'The printer {printer} is archived.',
  'unknown.rule_specification': 'There is no specification {specification}.',
  'unknown.rule_organisation': 'There is no organisation {organisation}.',
  'unknown.rule_country': '{country} is no country (ISO 3166-1).{meant?}',
  'unreachable.rule':
    'This rule never counts: rule {other} before it matches whatever it matches. Put it before that one.',
  'repeated.printer': 'The printer {printer} is named twice.',
  'lacks.duplex': 'The printer {printer} does not print both sides, which {specification} needs.',
  'lacks.simplex': 'The printer {printer} does not print one side only, which {specification} needs.',
  'lacks.sheet': 'The sheet of {specification} is larger than the printer {printer} takes.',
  'lacks.pages': 'The printer {printer} takes fewer pages than a piece of {specification} has.',
})

/** What a design is told that no printer can print. */
export const printerFindings = sentences({
  'no_printer.any':
    'No printer in use can print {specification}: a mailing with this design cannot begin before there is one.',
  'no_printer.duplex':
    'No printer in use prints both sides, which {specification} needs: a mailing with this design cannot begin before there is one.',
  'no_printer.simplex':
    'No printer in use prints one side only, which {specification} needs: a mailing with this design cannot begin before there is one.',
  'no_printer.sheet':
    'No printer in use takes a sheet as large as that of {specification}: a mailing with this design cannot begin before there is one.',
  'no_printer.pages':
    'No printer in use takes the {pages} pages of this design: a mailing with it cannot begin before there is one.',
})

/** Why a printer or a run does not allow what is asked. */
export const printerProblems = sentences({
  'still_referenced.printer': 'A rule names this printer. Take it out of the rules first.',
  'invalid_state.default_printer': 'The printer of the server’s own settings cannot be archived.',
  'invalid_state.printer': 'This printer is {status}.',
  'invalid_state.no_printer_for': 'No printer in use can print {specification}.',
  'invalid_state.printer_lacks': 'The printer {printer} cannot print the sheets of this run.',
  'invalid_state.printer_not_chosen':
    'This run is {status}: a printer is chosen before its hand-over, and after its cutoff.',
  'revision_conflict.printer': 'It is at revision {revision} now.',
})
