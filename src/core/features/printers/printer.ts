import { seal } from '../../engine/sealed.ts'
import type { Services } from '../../engine/services.ts'
import {
  asError,
  found,
  invalid,
  type ParameterError,
  problem,
  validationFailed,
} from '../../kernel/errors.ts'
import { assertRevision } from '../../kernel/revision.ts'
import type { Said } from '../../kernel/sentences.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { PrinterKind, PrinterRow, PrinterSettings, PrinterStatus } from '../../model/printers.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import { defaultPrinterId, keepDefault } from './default-printer.ts'
import type { PrinterInput, PrinterPatch } from './schema.ts'
import { printerProblems, printerSentences } from './sentences.ts'

export const printerToWire = ({ secret, health, createdAt, updatedAt, ...row }: PrinterRow) => ({
  ...row,
  hasSecret: secret !== null,
  health: health && { ...health, at: toDateTime(health.at) },
  createdAt: toDateTime(createdAt),
  updatedAt: toDateTime(updatedAt),
})

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

/** Everything that is wrong with the settings of a printer of this kind. */
const wrongSettings = (
  { printers }: Pick<Services, 'printers'>,
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
  const { folder, hostKey, url } = settings
  if (typeof folder === 'string' && !/^[A-Za-z0-9][\w.-]{0,99}$/.test(folder)) {
    errors.push(wrong('folder', say('invalid_format.folder')))
  }
  if (
    hostKey !== undefined &&
    !/SHA256:[A-Za-z0-9+/]{43}$|(?:ssh|ecdsa)-\S+\s+[A-Za-z0-9+/]{40,}/.test(hostKey)
  ) {
    errors.push(wrong('hostKey', say('invalid_format.host_key')))
  }
  const form = schemes[kind]
  if (url !== undefined && form && !(form.pattern.test(url) && URL.canParse(url))) {
    errors.push(wrong('url', say('invalid_format.printer_url', { kind, scheme: form.scheme })))
  }
  const refused = errors.length === 0 ? printers?.refuse(kind, settings) : undefined
  if (refused) errors.push(wrong(kind === 'SFTP' ? 'host' : 'url', refused))
  return errors
}

/** Throws 422 that names everything that is wrong. */
const assertSettings = (services: Services, kind: PrinterKind, settings: PrinterSettings): void => {
  const errors = wrongSettings(services, kind, settings)
  if (errors.length > 0) throw validationFailed(errors)
}

/** Absent fields are left out, so that rows hold what was said. */
const said = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

const sealed = (services: Services, id: string, secret: string): Uint8Array =>
  seal(services, 'printerSecret', id, new TextEncoder().encode(secret))

export const createPrinter = async (
  services: Services,
  rows: WritableRows,
  input: PrinterInput,
): Promise<PrinterRow> => {
  const { key, name, kind, secret } = input
  assertSettings(services, kind, said(input.settings) as PrinterSettings)
  if ((await rows.printers.find(everyone, { key }, { limit: 1, lock: 'wait' })).length > 0) {
    throw invalid('key', printerSentences.say('taken.printer_key', { key }))
  }
  const id = services.ids.next('prn')
  const now = services.clock.now()
  const row: PrinterRow = {
    id,
    key,
    name,
    kind,
    settings: said(input.settings) as PrinterSettings,
    secret: secret === undefined ? null : sealed(services, id, secret),
    capabilities: said(input.capabilities) as PrinterRow['capabilities'],
    status: 'ACTIVE',
    health: null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
  await rows.printers.insert(row)
  return row
}

/** The row, held until the transaction ends. Throws 404. */
export const lockedPrinter = async (rows: WritableRows, id: string): Promise<PrinterRow> => {
  if (id === defaultPrinterId) await keepDefault(rows)
  return found(await rows.printers.get(everyone, id, { lock: 'wait' }), 'printer')
}

export const changePrinter = async (
  services: Services,
  rows: WritableRows,
  id: string,
  patch: PrinterPatch,
  ifMatch?: string,
): Promise<PrinterRow> => {
  const printer = await lockedPrinter(rows, id)
  assertRevision(ifMatch, printer.revision, 'printer')
  const { name, settings, secret, capabilities } = patch
  if (id === defaultPrinterId && (settings !== undefined || secret !== undefined)) {
    throw invalid('settings', printerSentences.say('fixed.default_printer'))
  }
  if (settings) assertSettings(services, printer.kind, said(settings) as PrinterSettings)
  return update(services, rows, printer, {
    ...(name === undefined ? {} : { name }),
    ...(settings === undefined ? {} : { settings: said(settings) as PrinterSettings }),
    ...(secret === undefined ? {} : { secret: secret === null ? null : sealed(services, id, secret) }),
    ...(capabilities === undefined ? {} : { capabilities: said(capabilities) as PrinterRow['capabilities'] }),
  })
}

const allowed: Record<PrinterStatus, readonly PrinterStatus[]> = {
  ACTIVE: ['PAUSED', 'ARCHIVED'],
  PAUSED: ['ACTIVE', 'ARCHIVED'],
  ARCHIVED: [],
}

/** Throws 409 where its status does not allow it, or where rules still name what is to be archived. */
export const movePrinter = async (
  services: Services,
  rows: WritableRows,
  id: string,
  status: PrinterStatus,
): Promise<PrinterRow> => {
  const printer = await lockedPrinter(rows, id)
  if (!allowed[printer.status].includes(status)) {
    throw problem(printerProblems.say('invalid_state.printer', { status: printer.status }))
  }
  if (status === 'ARCHIVED') {
    if (id === defaultPrinterId) throw problem(printerProblems.say('invalid_state.default_printer'))
    const rules = await rows.printerRules.find(everyone, {})
    if (rules.some(({ printers }) => printers.includes(id))) {
      throw problem(printerProblems.say('still_referenced.printer'))
    }
  }
  return update(services, rows, printer, { status })
}

const update = async (
  { clock }: Services,
  rows: WritableRows,
  printer: PrinterRow,
  fields: Partial<PrinterRow>,
): Promise<PrinterRow> => {
  const patch = { ...fields, revision: printer.revision + 1, updatedAt: clock.now() }
  await rows.printers.update(everyone, printer.id, patch)
  return { ...printer, ...patch }
}
