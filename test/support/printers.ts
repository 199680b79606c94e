import { createMemoryPrintPartner, type MemoryPrintPartner } from '../../src/adapters/memory/print-partner.ts'
import { printerAddressSentences } from '../../src/adapters/printers/sentences.ts'
import type { PrinterAnswer, Printers } from '../../src/core/ports/printers.ts'

/** Ways to printers in memory: each printer's live and test partner by its key. */
export interface MemoryPrinters extends Printers {
  partners: Map<string, MemoryPrintPartner>
  answers: Map<string, PrinterAnswer>
  /** Secrets as the ways were given them. */
  secrets: Map<string, string | undefined>
}

export const createMemoryPrinters = (): MemoryPrinters => {
  const partners = new Map<string, MemoryPrintPartner>()
  const answers = new Map<string, PrinterAnswer>()
  const secrets = new Map<string, string | undefined>()
  const partnerOf = (key: string, name: string) => {
    const known = partners.get(key) ?? createMemoryPrintPartner({ name })
    partners.set(key, known)
    return known
  }
  return {
    partners,
    answers,
    secrets,
    open({ key, kind, secret }) {
      secrets.set(key, secret)
      return partnerOf(key, kind.toLowerCase())
    },
    twin: ({ key, kind }) => partnerOf(`${key}-twin`, `simulated${kind.toLowerCase()}`),
    refuse: (_kind, { host }) =>
      host === '10.0.0.1'
        ? printerAddressSentences.say('refused.printer_address', { addressKind: 'private' })
        : undefined,
    ask: async ({ key }) => answers.get(key) ?? { ok: true, detail: `${key} is there.` },
  }
}
