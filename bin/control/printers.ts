import type { Core } from '../../src/core/app/index.ts'
import { operatorActor } from '../../src/core/engine/audit/changes.ts'
import { transact } from '../../src/core/engine/transact.ts'
import { parse } from '../../src/core/engine/validate.ts'
import { askPrinter } from '../../src/core/features/printers/ask.ts'
import { readShop } from '../../src/core/features/printers/choice.ts'
import { createPrinter, printerToWire } from '../../src/core/features/printers/printer.ts'
import { putRules, rulesToWire } from '../../src/core/features/printers/rules.ts'
import { printerInput, printerRules } from '../../src/core/features/printers/schema.ts'
import { notFound } from '../../src/core/kernel/errors.ts'
import type { PrinterRow } from '../../src/core/model/printers.ts'

const shopNow = ({ services }: Core) => services.store.read(readShop)

/** A printer by its key or its id. */
const named = async (core: Core, name: string): Promise<PrinterRow> => {
  const { printers } = await shopNow(core)
  const found = [...printers.values()].find(({ id, key }) => id === name || key === name)
  if (!found) throw notFound('printer')
  return found
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
    return { key: printer.key, ...(await askPrinter(core.services, printer)) }
  },
  'printer.rules': async (core: Core, { rules }: { rules: unknown }) => {
    const { services } = core
    if (rules === null) return rulesToWire((await shopNow(core)).rules)
    const input = parse(printerRules, rules, 'body')
    return rulesToWire(await transact(services, ({ rows }) => putRules(services, rows, input), operatorActor))
  },
}
