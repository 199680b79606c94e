import { createMemoryPrintPartner, type MemoryPrintPartner } from '../../src/adapters/memory/print-partner.ts'
import { printerAddressSentences, secretReferenceSentences } from '../../src/adapters/printers/sentences.ts'
import type { PrinterAnswer, Printers } from '../../src/core/ports/print-partner.ts'

/** In-memory printers. `partners` has each printer by its key, and its test twin by `<key>-twin`. */
export interface MemoryPrinters extends Printers {
  partners: Map<string, MemoryPrintPartner>
  answers: Map<string, PrinterAnswer>
  /** Secrets passed to the printers, by key. */
  secrets: Map<string, string | undefined>
  /** Secrets outside the instance, by the variable or file that a printer names. */
  outside: Map<string, string>
}

export const createMemoryPrinters = (): MemoryPrinters => {
  const partners = new Map<string, MemoryPrintPartner>()
  const answers = new Map<string, PrinterAnswer>()
  const secrets = new Map<string, string | undefined>()
  const outside = new Map<string, string>()
  const partnerOf = (key: string, name: string) => {
    const known = partners.get(key) ?? createMemoryPrintPartner({ name })
    partners.set(key, known)
    return known
  }
  return {
    partners,
    answers,
    secrets,
    outside,
    async readSecret(reference, { key }) {
      const name = 'env' in reference ? reference.env : reference.file
      const secret = outside.get(name)
      if (secret !== undefined) return { secret }
      return {
        refused: secretReferenceSentences.sentence('secret_reference.closed', {
          name,
          opening: `${key}=${name}`,
        }),
      }
    },
    open({ key, kind, secret }) {
      secrets.set(key, secret)
      return partnerOf(key, kind.toLowerCase())
    },
    twin: ({ key, kind }) => partnerOf(`${key}-twin`, `simulated${kind.toLowerCase()}`),
    refuse: (_kind, { host }) =>
      host === '10.0.0.1'
        ? printerAddressSentences.sentence('refused.printer_address', {
            addressKind: 'private',
            network: '10.0.0.0/24',
          })
        : undefined,
    ask: async ({ key }) => answers.get(key) ?? { ok: true, detail: `${key} is there.` },
  }
}
