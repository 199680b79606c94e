import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { writePackage } from '../../src/adapters/print-folder/printer-folder.ts'
import { exists, makeFolder, syncFolder } from '../../src/adapters/system/files.ts'
import type { Core } from '../../src/core/app/index.ts'
import { operatorActor } from '../../src/core/engine/audit/changes.ts'
import type { Transaction } from '../../src/core/engine/context.ts'
import { transact } from '../../src/core/engine/transact.ts'
import { parse } from '../../src/core/engine/validate.ts'
import { holdPrintingNow, resumePrintingNow } from '../../src/core/features/instance/command-line.ts'
import { showPrinting } from '../../src/core/features/instance/holds.ts'
import { asInput } from '../../src/core/features/printers/catalogue/shop-of-file.ts'
import { readShop } from '../../src/core/features/printers/choice.ts'
import { queryPrinterHealth } from '../../src/core/features/printers/health.ts'
import { changePrinter, createPrinter, printerToWire } from '../../src/core/features/printers/printer.ts'
import { putRules, rulesToWire } from '../../src/core/features/printers/rules.ts'
import { printerInput, printerPatch, printerRules } from '../../src/core/features/printers/schema.ts'
import { printerRuleEntry } from '../../src/core/features/products/catalogue/entries/printer-entries.ts'
import { notFound } from '../../src/core/kernel/errors.ts'
import type { PrinterRow } from '../../src/core/model/printers.ts'
import type { PackageFile } from '../../src/core/ports/print-partner.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { failure } from '../cli/failure.ts'
import { reasonOf } from '../instance/folder.ts'
import type { Instance } from '../instance/open.ts'

const shopNow = ({ services }: Core) => services.store.read(readShop)

/** Finds a printer by its key or id. */
const named = async (core: Core, name: string): Promise<PrinterRow> => {
  const { printers } = await shopNow(core)
  const found = [...printers.values()].find(({ id, key }) => id === name || key === name)
  if (!found) throw notFound('printer')
  return found
}

/** Converts rules to the API's input with ids. Catalogue files name printers and specifications by key. */
const rulesOf = async (core: Core, rules: unknown): Promise<unknown> => {
  const list = Array.isArray(rules) ? rules : (rules as { printerRules?: unknown })?.printerRules
  if (list === undefined) return rules
  const entries = parse(v.array(printerRuleEntry), list, 'body')
  const { printers } = await shopNow(core)
  const specifications = await core.services.store.read((rows) => rows.specifications.find(everyone, {}))
  const printerIds = new Map([...printers.values()].map(({ id, key }) => [key, id]))
  const specificationIds = new Map(specifications.map(({ id, key }) => [key, id]))
  return asInput(
    { currency: '', parts: { printerRules: entries as never } },
    {
      printer: (key) => printerIds.get(key) ?? key,
      specification: (key) => specificationIds.get(key) ?? key,
    },
  )
}

export const printerCommands = {
  'printer.list': async (core: Core) => [...(await shopNow(core)).printers.values()].map(printerToWire),
  'printer.add': async ({ services }: Core, { printer }: { printer: unknown }) => {
    const input = parse(printerInput, printer, 'body')
    const row = await transact(services, ({ rows }) => createPrinter(services, rows, input), operatorActor)
    return printerToWire(row)
  },
  'printer.test': async (core: Core, { name }: { name: string }) => {
    const printer = await named(core, name)
    return { key: printer.key, ...(await queryPrinterHealth(core.services, printer)) }
  },
  'printer.secret': async (core: Core, { name, secret }: { name: string; secret: string }) => {
    const { services } = core
    const { id } = await named(core, name)
    const input = parse(printerPatch, { secret }, 'body')
    const change = ({ rows }: Transaction) => changePrinter(services, rows, id, input)
    return printerToWire(await transact(services, change, operatorActor))
  },
  'printer.rules': async (core: Core, { rules }: { rules: unknown }) => {
    const { services } = core
    if (rules === null) return rulesToWire((await shopNow(core)).rules)
    const input = parse(printerRules, await rulesOf(core, rules), 'body')
    return rulesToWire(await transact(services, ({ rows }) => putRules(services, rows, input), operatorActor))
  },
}

export const printingCommands = {
  'printing.show': ({ services }: Core) => services.store.read(showPrinting),
  'printing.hold': ({ services }: Core, hold: { reason: string }) => holdPrintingNow(services, hold),
  'printing.resume': ({ services }: Core) => resumePrintingNow(services),
  'printing.acceptFolder': async ({
    printFolder,
    acceptPrintFolder,
  }: Pick<Instance, 'printFolder' | 'acceptPrintFolder'>) => {
    await acceptPrintFolder()
    return { printFolder }
  },
}

/** Writes a run's package to `to/<runId>`, which must not exist. A rename publishes the complete package. */
export const writeRunPackage = async (
  to: string,
  runId: string,
  files: AsyncIterable<PackageFile>,
): Promise<{ runId: string; path: string; files: string[] }> => {
  const path = join(to, runId)
  if (await exists(path)) throw failure('refused', `${path} exists already.`)
  const names: string[] = []
  const noted = async function* () {
    for await (const file of files) {
      names.push(file.name)
      yield file
    }
  }
  const incoming = join(to, `.incoming-${runId}-${randomUUID()}`)
  try {
    await makeFolder(to)
    await mkdir(incoming)
    await writePackage(incoming, noted())
    await rename(incoming, path)
    await syncFolder(to)
  } catch (error) {
    await rm(incoming, { recursive: true, force: true }).catch(() => {})
    throw failure('failed', `The package could not be written to ${path}: ${reasonOf(error)}.`, error)
  }
  return { runId, path, files: names }
}
