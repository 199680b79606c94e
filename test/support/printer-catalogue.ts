import { installPrinters } from '../../src/core/features/printers/default-printer.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { checkChanged, type File, importChanged } from './catalogue.ts'
import { createMailShop } from './mail.ts'
import { createMemoryPrinters } from './printers.ts'

/** Settings of an SFTP printer that does not exist. */
export const sftpSettings = {
  host: 'print.example',
  user: 'shop',
  path: '/in',
  hostKey: `SHA256:${'a'.repeat(43)}`,
}

/** Returns an entry for a printer in a catalogue file. */
export const printerEntry = (key: string, more: object = {}) => ({
  key,
  name: key,
  kind: 'SFTP',
  settings: sftpSettings,
  ...more,
})

/** A shop whose printers are set up by its catalogue file. */
export const createPrinterShop = async () => {
  const ways = createMemoryPrinters()
  const shop = await createMailShop({ clock: '2026-01-05T08:00:00Z', ports: { printers: ways } })
  await installPrinters(shop.services)
  const scopes = ['catalogue.manage', 'printers.manage'] as const
  const operator = await shop.portal({ operator: [...scopes], email: 'olaf@example.com' })
  const rows = () =>
    shop.services.store.read((all) => all.printers.find(everyone, {}, { order: [{ field: 'key' }] }))
  return {
    shop,
    ways,
    call: (operation: string, more: File = {}) => shop.call(operation, { session: operator, ...more }),
    /** Imports the changed catalogue and returns the messages of the report. */
    async imported(change: (file: File) => void) {
      const { changes } = await importChanged(shop.services, change)
      return changes.map(({ message }) => message)
    },
    /** Checks the changed catalogue and returns its findings as texts. */
    async found(change: (file: File) => void) {
      const { findings } = await checkChanged(shop.services, change)
      return findings.map(({ severity, path, code, params }) =>
        [severity, path, code, params?.case ?? ''].join(' ').trim(),
      )
    },
    rows,
    statuses: async () => (await rows()).map(({ key, status }) => `${key} ${status}`),
  }
}
