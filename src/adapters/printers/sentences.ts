import { sentences } from '../../core/kernel/sentences.ts'

/** Reasons for refusing a printer's address. */
export const printerAddressSentences = sentences({
  'refused.printer_address':
    'The address is {addressKind}, which this server does not open to printers: start it with --printer-allow {network}.',
  'refused.printer_folder':
    'Servers that share their rows and files have no folder for printers, unless every one is started with --printers-folder.',
})

/** Reasons for refusing a printer's secret. */
export const secretReferenceSentences = sentences({
  'secret_reference.closed':
    'The settings of this server do not open {name} to this printer. Add {opening} to --printer-secrets.',
  'secret_reference.own':
    'No printer gets {name}, which is a secret or a setting of the server itself. Put the printer’s own secret into another variable or file, such as /etc/lettershop/printer-secrets/{printer}, name it there, and add {opening} to --printer-secrets.',
  'secret_reference.env': 'The environment of the server has no {name}.',
  'secret_reference.file': 'The server cannot read {name} ({code}).',
  'secret_reference.size': '{name} is empty or longer than {limit} bytes.',
})
