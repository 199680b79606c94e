import { sentences } from '../../core/kernel/sentences.ts'

export const printerAddressSentences = sentences({
  'refused.printer_address':
    'The address is {addressKind}, which this server does not allow for printers. Start it with --printer-allow {network}.',
  'refused.printer_folder':
    'Servers that share a database and files have no printer folders unless each is started with --printers-folder.',
})

export const secretReferenceSentences = sentences({
  'secret_reference.closed':
    'The settings of this server do not allow this printer to use {name}. Add {opening} to --printer-secrets.',
  'secret_reference.own':
    '{name} is a secret or setting of the server itself, which printers cannot use. Put the printer’s own secret into another variable or file, such as /etc/lettershop/printer-secrets/{printer}, refer to that, and add {opening} to --printer-secrets.',
  'secret_reference.env': 'The server’s environment has no variable {name}.',
  'secret_reference.file': 'The server cannot read {name} ({code}).',
  'secret_reference.size': '{name} is empty or longer than {limit} bytes.',
})
