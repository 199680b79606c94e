import { sentences } from '../../kernel/sentences.ts'

export const printerSentences = sentences({
  'required.setting': 'A printer of kind {kind} needs {setting}.',
  'unknown.setting': 'A printer of kind {kind} has no setting {setting}.',
  'invalid_format.host_key':
    'Give the host key as a line of ssh-keyscan (host ssh-ed25519 AAAA…) or as its fingerprint (SHA256: and 43 characters).',
  'invalid_format.certificate':
    'Give the certificate as PEM text beginning with -----BEGIN CERTIFICATE-----. File names are not accepted.',
  'invalid_format.printer_url': 'The URL of a printer of kind {kind} must begin with {scheme}.',
  'invalid_format.user_information':
    'The URL contains user information (https://user@host). Remove it and give the password as the secret.',
  'invalid_format.folder':
    'Give a folder name of letters, digits, dots and hyphens. It is created within the folder of --printers-folder.',
  'taken.printer_key': 'Another printer has the key {key}.',
  'fixed.default_printer':
    'Only name and capabilities of the default printer can be changed here. Its other settings are in the server’s configuration.',
  'fixed.printer_kind':
    'The kind {kind} of the printer {printer} can’t change. Create another printer instead.',
  'printer_secret.not_kept':
    'This server has no secret for the printer {printer}, which is unavailable until one is set.',
  'printer_secret.moved':
    'Its secret was given for {before} and is not sent to {now}. Give the secret again, or restore the settings.',
  'printer_secret.sealed_otherwise':
    'The current instance key can’t decrypt its secret. Give the secret again, or start the server with the key that encrypted it.',
  'printer_secret.unread': 'The printer {printer} is away until its secret can be read: {reason}',
  'required.secret_again':
    'The kept secret was given for {before}. Send the secret for {now} as well, or null to remove it.',
  'unknown.printer': 'There is no printer {printer}.',
  'unknown.printer_key': 'Use the id of a printer: {printer} is the key of the printer {id}.',
  'archived.printer': 'The printer {printer} is archived.',
  'unknown.rule_specification': 'There is no specification {specification}.',
  'unknown.rule_organisation': 'There is no organisation {organisation}.',
  'unknown.rule_country': '{country} is not a country (ISO 3166-1).{meant?}',
  'unreachable.rule':
    'This rule never applies, because the earlier rule {other} matches everything that it matches. Move it before that rule.',
  'repeated.printer': 'The printer {printer} is in the rule twice.',
  'lacks.duplex': 'The printer {printer} can’t print both sides, as {specification} requires.',
  'lacks.simplex': 'The printer {printer} can’t print one side only, as {specification} requires.',
  'lacks.sheet': 'The sheet of {specification} is larger than the printer {printer} accepts.',
  'lacks.pages': 'The printer {printer} accepts fewer pages than a piece of {specification} has.',
})

/** Warnings for a template. */
export const printerFindings = sentences({
  'no_printer.any':
    'No active printer can print {specification}. Mailings with this design can’t start until there is one.',
  'no_printer.duplex':
    'No active printer prints both sides, as {specification} requires. Mailings with this design can’t start until there is one.',
  'no_printer.simplex':
    'No active printer prints one side only, as {specification} requires. Mailings with this design can’t start until there is one.',
  'no_printer.sheet':
    'No active printer accepts a sheet as large as that of {specification}. Mailings with this design can’t start until there is one.',
  'no_printer.pages':
    'No active printer accepts the {pages} pages of this design. Mailings with it can’t start until there is one.',
})

export const printerProblems = sentences({
  'still_referenced.printer': 'A rule names this printer. Remove it from the rules first.',
  'invalid_state.default_printer': 'The default printer can’t be archived.',
  'invalid_state.printer': 'This printer is {status}.',
  'invalid_state.no_printer_for': 'No active printer can print {specification}.',
  'invalid_state.printer_lacks': 'The printer {printer} can’t print the sheets of this run.',
  'invalid_state.printer_not_chosen':
    'This run is {status}. A printer can be chosen only between cutoff and hand-over.',
  'revision_conflict.printer': 'The printer is at revision {revision}.',
})
