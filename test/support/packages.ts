import { createHash } from 'node:crypto'
import type { MemoryPrintPartner } from '../../src/adapters/memory/print-partner.ts'
import type { Manifest } from '../../src/core/features/runs/package/manifest.ts'
import { createMailShop } from './mail.ts'

export const before = '2026-01-05T08:00:00Z'
export const cutoff = '2026-01-05T09:00:00Z'

/** Returns a printed run of three pieces in two parts, and the files of the printer's package. */
export const printed = async () => {
  const shop = await createMailShop({
    clock: before,
    config: { itemsPerPart: 2, baseUrl: 'https://mail.example' },
  })
  await shop.post({
    name: 'Zoë "Zip" Öztürk; & Söhne',
    country: 'DE',
    postalCode: '10115',
    reference: '=1+1',
  })
  await shop.post({ name: 'Ωmega Παπαδόπουλος', country: 'NL', postalCode: '1016 GV' })
  await shop.post({ name: 'Łukasz Żak', country: 'NL', postalCode: '9711 AB' })
  await shop.advance(cutoff)
  const [run] = await shop.runs()
  return { shop, run: run!, files: filesOf(shop.printers.live, run!.id) }
}

export const filesOf = (printer: MemoryPrintPartner, runId: string): Map<string, Uint8Array> =>
  new Map(printer.packages.get(runId)!.map((file) => [file.name, file.bytes!]))

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
export const textOf = (files: Map<string, Uint8Array>, name: string) =>
  new TextDecoder().decode(files.get(name)!)
export const manifestOf = (files: Map<string, Uint8Array>): Manifest =>
  JSON.parse(textOf(files, 'manifest.json'))
