import type { Services } from '../../engine/services.ts'
import {
  asError,
  found,
  invalid,
  type ParameterError,
  problem,
  validationFailed,
} from '../../kernel/errors.ts'
import { assertRevision } from '../../kernel/lifecycle.ts'
import { hasUserInformation } from '../../kernel/network.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { PrinterKind, PrinterRow, PrinterSettings, PrinterStatus } from '../../model/printers.ts'
import type { Printers } from '../../ports/print-partner.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import { peopleSentences } from '../people/sentences.ts'
import { incrementRevision } from '../products/current-catalogue.ts'
import { defaultPrinterId, ensureDefaultPrinter } from './default-printer.ts'
import type { PrinterInput, PrinterPatch } from './schema.ts'
import { destinationOf, destinationTexts, needsSecret, sealedFor } from './secret.ts'
import { printerProblems, printerSentences } from './sentences.ts'

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

/** The setting that a server may refuse although it is well formed: the location of the printer. */
const refusedSetting: Record<PrinterKind, keyof PrinterSettings> = {
  FOLDER: 'folder',
  SFTP: 'host',
  IPP: 'url',
  HTTPS: 'url',
}

export const wrongSettings = (
  printers: Pick<Printers, 'refuse'> | undefined,
  kind: PrinterKind,
  settings: PrinterSettings,
): ParameterError[] => {
  const { needs, may } = settingsOf[kind]
  const wrong = (setting: string, sentence: Sentence) => asError(sentence, `settings.${setting}`)
  const errors = needs
    .filter((setting) => settings[setting] === undefined || settings[setting] === null)
    .map((setting) => wrong(setting, printerSentences.sentence('required.setting', { kind, setting })))
  for (const setting of Object.keys(settings) as (keyof PrinterSettings)[]) {
    if (needs.includes(setting) || may.includes(setting)) continue
    errors.push(wrong(setting, printerSentences.sentence('unknown.setting', { kind, setting })))
  }
  const { ca, folder, hostKey, url } = settings
  if (typeof folder === 'string' && !/^[A-Za-z0-9][\w.-]{0,99}$/.test(folder)) {
    errors.push(wrong('folder', printerSentences.sentence('invalid_format.folder')))
  }
  if (
    hostKey !== undefined &&
    !/^\s*SHA256:[A-Za-z0-9+/]{43}\s*$|(?:^|\s)(?:ssh|ecdsa|sk)-[\w@.-]+\s+[A-Za-z0-9+/]{40,}={0,2}(?:\s|$)/.test(
      hostKey,
    )
  ) {
    errors.push(wrong('hostKey', printerSentences.sentence('invalid_format.host_key')))
  }
  if (ca !== undefined && !/^\s*-----BEGIN CERTIFICATE-----\s[^-]+-----END CERTIFICATE-----/.test(ca)) {
    errors.push(wrong('ca', printerSentences.sentence('invalid_format.certificate')))
  }
  const form = schemes[kind]
  if (url !== undefined && hasUserInformation(url)) {
    errors.push(wrong('url', printerSentences.sentence('invalid_format.user_information')))
  } else if (url !== undefined && form && !(form.pattern.test(url) && URL.canParse(url))) {
    errors.push(
      wrong('url', printerSentences.sentence('invalid_format.printer_url', { kind, scheme: form.scheme })),
    )
  }
  const refused = errors.length === 0 ? printers?.refuse(kind, settings) : undefined
  if (refused) errors.push(wrong(refusedSetting[kind], refused))
  return errors
}

export const printerToWire = ({ secret, secretFor, health, createdAt, updatedAt, ...row }: PrinterRow) => ({
  ...row,
  hasSecret: secret !== null || row.secretReference !== null,
  needsSecret: needsSecret({ ...row, secret, secretFor }),
  health: health && { ...health, at: toDateTime(health.at) },
  createdAt: toDateTime(createdAt),
  updatedAt: toDateTime(updatedAt),
})

const assertSettings = (services: Services, kind: PrinterKind, settings: PrinterSettings): void => {
  const errors = wrongSettings(services.printers, kind, settings)
  if (errors.length > 0) throw validationFailed(errors)
}

/** Omits undefined fields. */
const givenFields = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

export const createPrinter = async (
  services: Services,
  rows: WritableRows,
  input: PrinterInput,
): Promise<PrinterRow> => {
  const { key, name, kind, secret } = input
  assertSettings(services, kind, givenFields(input.settings) as PrinterSettings)
  if ((await rows.printers.find(everyone, { key }, { limit: 1, lock: 'wait' })).length > 0) {
    throw invalid('key', printerSentences.sentence('taken.printer_key', { key }))
  }
  const id = services.ids.next('prn')
  const now = services.clock.now()
  const settings = givenFields(input.settings) as PrinterSettings
  const given =
    secret === undefined ? noSecret : await sealedFor(services, rows, { id, kind, settings }, secret)
  const row: PrinterRow = {
    id,
    key,
    name,
    kind,
    settings,
    ...given,
    capabilities: givenFields(input.capabilities) as PrinterRow['capabilities'],
    status: 'ACTIVE',
    health: null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
  await rows.printers.insert(row)
  await incrementRevision(services, rows)
  return row
}

/** Locks the row until the end of the transaction. Throws 404. */
export const lockedPrinter = async (rows: WritableRows, id: string): Promise<PrinterRow> => {
  if (id === defaultPrinterId) await ensureDefaultPrinter(rows)
  return found(await rows.printers.get(everyone, id, { lock: 'wait' }), 'printer')
}

interface ChangeOptions {
  ifMatch?: string | undefined
  /** Set if a portal session sent it; `isProven` if the user entered their password. */
  session?: { isProven: boolean }
}

export const changePrinter = async (
  services: Services,
  rows: WritableRows,
  id: string,
  patch: PrinterPatch,
  { ifMatch, session }: ChangeOptions = {},
): Promise<PrinterRow> => {
  const printer = await lockedPrinter(rows, id)
  assertRevision(ifMatch, printer.revision, 'printer')
  const { name, secret, capabilities } = patch
  const settings = patch.settings && (givenFields(patch.settings) as PrinterSettings)
  if (id === defaultPrinterId && (settings !== undefined || secret !== undefined)) {
    throw invalid('settings', printerSentences.sentence('fixed.default_printer'))
  }
  if (settings) {
    assertSettings(services, printer.kind, settings)
  }
  assertDestinationGiven(printer, settings ?? printer.settings, secret, session)
  const next = { id, kind: printer.kind, settings: settings ?? printer.settings }
  const changed = await update(services, rows, printer, {
    ...(name === undefined ? {} : { name }),
    ...(settings === undefined ? {} : { settings }),
    // A secret that is sent replaces a reference to one outside the instance.
    ...(secret === undefined
      ? {}
      : secret === null
        ? noSecret
        : await sealedFor(services, rows, next, secret)),
    ...(capabilities === undefined
      ? {}
      : { capabilities: givenFields(capabilities) as PrinterRow['capabilities'] }),
  })
  await incrementRevision(services, rows)
  return changed
}

const noSecret = { secret: null, secretFor: null, secretReference: null }

/**
 * Throws 422 if live mail or a kept secret would go to another destination without proof: a kept secret must
 * be given again, and the portal requires the user's password. Removing a kept secret requires it too: an
 * unattended session could otherwise remove the secret first and change the destination afterwards.
 */
const assertDestinationGiven = (
  printer: PrinterRow,
  settings: PrinterSettings,
  secret: string | null | undefined,
  session: ChangeOptions['session'],
): void => {
  const now = destinationOf({ kind: printer.kind, settings })
  const given = printer.secretFor ?? destinationOf(printer)
  const isMoved = now !== given && (secret !== undefined || settings !== printer.settings)
  const errors: ParameterError[] = []
  if (isMoved && printer.secret !== null && secret === undefined) {
    errors.push(
      asError(printerSentences.sentence('required.secret_again', destinationTexts(given, now)), 'secret'),
    )
  }
  const isRemoved = secret === null && printer.secret !== null
  if ((isMoved || isRemoved) && session && !session.isProven) {
    errors.push(asError(peopleSentences.sentence('required.own_password'), 'currentPassword'))
  }
  if (errors.length > 0) throw validationFailed(errors)
}

const allowed: Record<PrinterStatus, readonly PrinterStatus[]> = {
  ACTIVE: ['PAUSED', 'ARCHIVED'],
  PAUSED: ['ACTIVE', 'ARCHIVED'],
  ARCHIVED: [],
}

/** Changes a printer's status. Throws 409 if its status forbids it, or rules name one to be archived. */
export const movePrinter = async (
  services: Services,
  rows: WritableRows,
  id: string,
  status: PrinterStatus,
): Promise<PrinterRow> => {
  const printer = await lockedPrinter(rows, id)
  if (!allowed[printer.status].includes(status)) {
    throw problem(printerProblems.sentence('invalid_state.printer', { status: printer.status }))
  }
  if (status === 'ARCHIVED') {
    if (id === defaultPrinterId) throw problem(printerProblems.sentence('invalid_state.default_printer'))
    const rules = await rows.printerRules.find(everyone, {})
    if (rules.some(({ printers }) => printers.includes(id))) {
      throw problem(printerProblems.sentence('still_referenced.printer'))
    }
  }
  const moved = await update(services, rows, printer, { status })
  // Catalogue files have no paused state, so only archiving changes the catalogue.
  if (status === 'ARCHIVED') await incrementRevision(services, rows)
  return moved
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
