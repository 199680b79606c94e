import { sentences } from '../../core/kernel/sentences.ts'

/** Why a printer may not be where its settings say. */
export const printerAddressSentences = sentences({
  'refused.printer_address':
    'The address is {addressKind}. The settings of this server (--printer-allow) open networks for printers.',
})
