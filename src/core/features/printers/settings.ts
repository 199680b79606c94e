import { asError, type ParameterError } from '../../kernel/errors.ts'
import type { Said } from '../../kernel/sentences.ts'
import { hasUserInformation } from '../../kernel/web-address.ts'
import type { PrinterKind, PrinterSettings } from '../../model/printers.ts'
import type { Printers } from '../../ports/printers.ts'
import { printerSentences } from './sentences.ts'

/** The settings that each kind needs, and those that it may have. */
const settingsOf: Record<PrinterKind, { needs: (keyof PrinterSettings)[]; may: (keyof PrinterSettings)[] }> =
  {
    FOLDER: { needs: ['folder'], may: [] },
    SFTP: { needs: ['host', 'user', 'path', 'hostKey'], may: ['port'] },
    IPP: { needs: ['url'], may: ['media', 'monochrome', 'ca'] },
    HTTPS: { needs: ['url'], may: ['ca'] },
  }

const schemes: Partial<Record<PrinterKind, { pattern: RegExp; scheme: string }>> = {
  IPP: { pattern: /^ipps?:\/\/[^/@\s]+/, scheme: 'ipp:// or ipps://' },
  HTTPS: { pattern: /^https:\/\/[^/@\s]+/, scheme: 'https://' },
}

/** What a server may refuse although it is written rightly: where the printer is. */
const refusedSetting: Record<PrinterKind, keyof PrinterSettings> = {
  FOLDER: 'folder',
  SFTP: 'host',
  IPP: 'url',
  HTTPS: 'url',
}

/** Everything that is wrong with the settings of a printer of this kind. */
export const wrongSettings = (
  printers: Pick<Printers, 'refuse'> | undefined,
  kind: PrinterKind,
  settings: PrinterSettings,
): ParameterError[] => {
  const { needs, may } = settingsOf[kind]
  const { say } = printerSentences
  const wrong = (setting: string, said: Said) => asError(said, `settings.${setting}`)
  const errors = needs
    .filter((setting) => settings[setting] === undefined || settings[setting] === null)
    .map((setting) => wrong(setting, say('required.setting', { kind, setting })))
  for (const setting of Object.keys(settings) as (keyof PrinterSettings)[]) {
    if (needs.includes(setting) || may.includes(setting)) continue
    errors.push(wrong(setting, say('unknown.setting', { kind, setting })))
  }
  const { ca, folder, hostKey, url } = settings
  if (typeof folder === 'string' && !/^[A-Za-z0-9][\w.-]{0,99}$/.test(folder)) {
    errors.push(wrong('folder', say('invalid_format.folder')))
  }
  if (
    hostKey !== undefined &&
    !/^\s*SHA256:[A-Za-z0-9+/]{43}\s*$|(?:^|\s)(?:ssh|ecdsa|sk)-[\w@.-]+\s+[A-Za-z0-9+/]{40,}={0,2}(?:\s|$)/.test(
      hostKey,
    )
  ) {
    errors.push(wrong('hostKey', say('invalid_format.host_key')))
  }
  if (ca !== undefined && !/^\s*-----BEGIN CERTIFICATE-----\s[^-]+-----END CERTIFICATE-----/.test(ca)) {
    errors.push(wrong('ca', say('invalid_format.certificate')))
  }
  const form = schemes[kind]
  if (url !== undefined && hasUserInformation(url)) {
    errors.push(wrong('url', say('invalid_format.user_information')))
  } else if (url !== undefined && form && !(form.pattern.test(url) && URL.canParse(url))) {
    errors.push(wrong('url', say('invalid_format.printer_url', { kind, scheme: form.scheme })))
  }
  const refused = errors.length === 0 ? printers?.refuse(kind, settings) : undefined
  if (refused) errors.push(wrong(refusedSetting[kind], refused))
  return errors
}
