import type {
  CatalogueCheck,
  CatalogueDocument,
  CatalogueEntry,
  CataloguePart,
  CataloguePorts,
  CatalogueSaving,
} from '../../../engine/catalogue-part.ts'
import type { ParameterError } from '../../../kernel/errors.ts'
import { given } from '../../../kernel/query.ts'
import { plainSentence, type Sentence } from '../../../kernel/sentences.ts'
import type { PrinterRow } from '../../../model/printers.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import { assertUnchanged, same } from '../../products/catalogue/changes.ts'
import {
  keptSecret,
  type PrinterEntry,
  printerEntry,
  printerLimits,
} from '../../products/catalogue/entries/printer-entries.ts'
import { defaultPrinterKey, ensureDefaultPrinter, withDefaultPrinter } from '../default-printer.ts'
import { wrongSettings } from '../printer.ts'
import { destinationOf, movedFrom } from '../secret.ts'
import { printerSentences } from '../sentences.ts'

const name = 'printers'
const { sentence } = printerSentences

export const printerEntriesOf = ({ parts }: CatalogueDocument): readonly PrinterEntry[] =>
  (parts[name] ?? []) as readonly PrinterEntry[]

/** Results of the ports for one printer of the file. */
interface PortAnswers {
  wrong: readonly ParameterError[]
  /** Why the printer's secret can't be read. */
  refused: Sentence | undefined
  /** True if the file leaves the secret to the instance. */
  keeps: boolean
}

export const printersPart: CataloguePart = {
  name,
  noun: 'printer',
  schema: printerEntry,
  limit: printerLimits.printers,
  permission: 'printers.manage',
  optional: true,
  always: [defaultPrinterKey],
  read: readEntries,
  gather: async (rows) => new Map((await rows.printers.find(everyone, {})).map((row) => [row.key, row])),
  queryPorts,
  complete(entry, present) {
    const { secret, ...rest } = entry as PrinterEntry
    const kept = (present as PrinterEntry | undefined)?.secret
    // A file can't remove a kept secret: a later file could then name another destination without a password.
    const isKept = secret === undefined || secret === keptSecret || (secret === null && kept === keptSecret)
    const meant = isKept ? kept : (secret ?? undefined)
    return { ...rest, ...given({ secret: meant }), capabilities: rest.capabilities ?? {} } as CatalogueEntry
  },
  *check(check) {
    if (check.absent.has(name)) return
    const answers = check.facts.fromPorts[name] as readonly PortAnswers[]
    const rows = check.facts.more[name] as ReadonlyMap<string, PrinterRow>
    const before = new Map(printerEntriesOf(check.facts.present).map((entry) => [entry.key, entry]))
    // Printers after those of the file are archived.
    for (const [index, entry] of printerEntriesOf(check.next).slice(0, answers.length).entries()) {
      yield
      const was = before.get(entry.key)
      if (entry.key === defaultPrinterKey) checkDefault(check, index, entry)
      // An unchanged archived printer is not checked against the server's current settings.
      else if (!entry.archived || !was || !same(was.settings, entry.settings) || was.kind !== entry.kind)
        checkPrinter(check, index, { entry, was, row: rows.get(entry.key), ...answers[index]! })
    }
  },
  movesMail({ before, next }) {
    const known = new Map(printerEntriesOf(before).map((entry) => [entry.key, entry]))
    return printerEntriesOf(next).some((entry) => {
      const was = known.get(entry.key)
      return was !== undefined && placeOf(was) !== placeOf(entry)
    })
  },
  save,
}

const placeOf = ({ kind, settings }: PrinterEntry): string =>
  destinationOf({ kind, settings: given(settings) as PrinterRow['settings'] })

async function readEntries(rows: Rows): Promise<PrinterEntry[]> {
  const found = await rows.printers.find(everyone, {}, { order: [{ field: 'key' }] })
  return withDefaultPrinter(found).map(toEntry)
}

const toEntry = ({ key, name, kind, settings, capabilities, status, ...row }: PrinterRow): PrinterEntry => {
  const secret = row.secretReference ?? (row.secret === null ? undefined : keptSecret)
  return {
    key,
    ...(status === 'ARCHIVED' ? { archived: true } : {}),
    name,
    kind,
    settings,
    ...(secret === undefined ? {} : { secret }),
    capabilities,
  }
}

async function queryPorts(next: CatalogueDocument, { printers }: CataloguePorts): Promise<PortAnswers[]> {
  const answers: PortAnswers[] = []
  for (const { key, kind, settings, secret } of printerEntriesOf(next)) {
    const reference = typeof secret === 'object' && secret !== null ? secret : undefined
    const read = reference && (await printers?.readSecret(reference, { key, settings: given(settings) }))
    answers.push({
      wrong: wrongSettings(printers, kind, given(settings)),
      refused: read && 'refused' in read ? read.refused : undefined,
      keeps: secret === keptSecret,
    })
  }
  return answers
}

const checkDefault = (check: CatalogueCheck, index: number, entry: PrinterEntry): void => {
  const { kind, settings, secret, archived } = entry
  const isOwn = kind === 'FOLDER' && same(settings, {}) && secret === undefined && !archived
  if (!isOwn) check.report([index], sentence('fixed.default_printer'))
}

interface Checked extends PortAnswers {
  entry: PrinterEntry
  was: PrinterEntry | undefined
  row: PrinterRow | undefined
}

const checkPrinter = (
  check: CatalogueCheck,
  index: number,
  { entry, was, row, wrong, refused, keeps }: Checked,
): void => {
  const { key: printer } = entry
  for (const error of wrong) check.report([index, ...error.parameter.split('.')], plainSentence(error))
  if (was && was.kind !== entry.kind)
    check.report([index, 'kind'], sentence('fixed.printer_kind', { printer, kind: was.kind }))
  // Only a warning, so that builds without secrets can import the file. Runs of the printer wait for it.
  if (keeps && was?.secret === undefined)
    check.report([index, 'secret'], sentence('printer_secret.not_kept', { printer }), 'warning')
  const moved = keeps && wrong.length === 0 ? whyMoved(entry, row) : undefined
  if (moved)
    check.report([index, 'secret'], sentence('printer_secret.unread', { printer, reason: moved }), 'warning')
  if (refused)
    check.report(
      [index, 'secret'],
      sentence('printer_secret.unread', { printer, reason: refused }),
      'warning',
    )
}

/** Returns why a kept secret is not sent to the file's destination. It stays stored, and runs wait. */
const whyMoved = ({ kind, settings }: PrinterEntry, row: PrinterRow | undefined): Sentence | undefined => {
  if (!row || row.secret === null) return undefined
  const next = { kind, settings: given(settings) as PrinterRow['settings'] }
  return movedFrom({ ...next, secretFor: row.secretFor ?? destinationOf(row) })
}

async function save({ ids, rows, now, before, next }: CatalogueSaving): Promise<boolean> {
  if (same(before.parts[name], next.parts[name])) return false
  // Locked until the end of the transaction, and checked to be unchanged since the check of the file.
  const found = await rows.printers.find(everyone, {}, { lock: 'wait' })
  await assertUnchanged(rows, before, printersPart)
  const present = new Map(found.map((row) => [row.key, row]))
  const known = new Map(printerEntriesOf(before).map((entry) => [entry.key, entry]))
  for (const entry of printerEntriesOf(next)) {
    if (same(known.get(entry.key), entry)) continue
    if (entry.key === defaultPrinterKey) await ensureDefaultPrinter(rows)
    const row =
      present.get(entry.key) ?? (await rows.printers.find(everyone, { key: entry.key }, { limit: 1 }))[0]
    const fields = { ...fieldsOf(entry, row), updatedAt: now }
    if (row) await rows.printers.update(everyone, row.id, { ...fields, revision: row.revision + 1 })
    else {
      const identity = { id: ids.next('prn'), key: entry.key, kind: entry.kind, health: null, revision: 1 }
      await rows.printers.insert({ ...identity, ...fields, createdAt: now })
    }
  }
  return true
}

/** Returns the columns of an entry. Paused printers stay paused, because files have no such state. */
const fieldsOf = ({ name, settings, secret, capabilities, archived }: PrinterEntry, row?: PrinterRow) => ({
  name,
  settings: given(settings) as PrinterRow['settings'],
  ...(secret === keptSecret && row?.secret
    ? { secret: row.secret, secretFor: row.secretFor ?? destinationOf(row) }
    : { secret: null, secretFor: null }),
  secretReference: typeof secret === 'object' ? secret : null,
  capabilities: given(capabilities ?? {}) as PrinterRow['capabilities'],
  status: archived
    ? ('ARCHIVED' as const)
    : row?.status === undefined || row.status === 'ARCHIVED'
      ? ('ACTIVE' as const)
      : row.status,
})
