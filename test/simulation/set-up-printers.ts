import type { Services } from '../../src/core/engine/services.ts'
import { transact } from '../../src/core/engine/transact.ts'
import { defaultPrinterId } from '../../src/core/features/printers/default-printer.ts'
import { createPrinter } from '../../src/core/features/printers/printer.ts'
import { putRules } from '../../src/core/features/printers/rules.ts'
import type { PrinterInput } from '../../src/core/features/printers/schema.ts'
import type { RandomSource } from '../fuzz/random-source.ts'

/** Sets up further printers of both kinds, with rules that choose among them. Returns their ids. */
export const setUpPrinters = async (
  services: Services,
  random: RandomSource,
  count: number,
): Promise<string[]> => {
  const ids: string[] = []
  for (let number = 1; number <= count; number++) {
    const key = `printer${number}`
    const kind = random.pick(['FOLDER', 'FOLDER', 'IPP'] as const)
    const settings = kind === 'FOLDER' ? { folder: key } : { url: 'ipp://office.example/ipp' }
    const input = { key, name: key, kind, settings, capabilities: {} } as PrinterInput
    ids.push((await transact(services, ({ rows }) => createPrinter(services, rows, input))).id)
  }
  if (count > 0) await changeRules(services, random, ids)
  return ids
}

/** Replaces all rules by random ones: sometimes by country or size, and always one for the rest. */
export const changeRules = async (
  services: Services,
  random: RandomSource,
  ids: readonly string[],
): Promise<void> => {
  const some = () => {
    const all = [...ids, defaultPrinterId]
    const first = random.pick(all)
    return random.chance(0.7) ? [first, random.pick(all.filter((id) => id !== first))] : [first]
  }
  const rule = (match: object) => ({
    match,
    printers: some(),
    fallBackMinutes: random.pick([0, 1, 30, 600]),
  })
  const rules = [
    ...(random.chance(0.5) ? [rule({ countries: ['DE'] })] : []),
    ...(random.chance(0.3) ? [rule({ minItems: 3 })] : []),
    rule({}),
  ]
  await transact(services, ({ rows }) => putRules(services, rows, { rules }))
}
