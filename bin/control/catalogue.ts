import type { Core } from '../../src/core/app/index.ts'
import { operatorActor } from '../../src/core/engine/audit/changes.ts'
import { exportCatalogue } from '../../src/core/features/products/catalogue/export.ts'
import {
  checkFile,
  importChecked,
  isValid,
  reportToWire,
} from '../../src/core/features/products/catalogue/import.ts'

/** Like the operations of the same names: what is wrong comes back as findings, each with its place. */
export const catalogueCommands = {
  'catalogue.export': ({ services }: Core) => exportCatalogue(services),
  'catalogue.check': async ({ services }: Core, { file }: { file: unknown }) => {
    const checked = await checkFile(services, file)
    return { revision: checked.revision, valid: isValid(checked), ...reportToWire(checked) }
  },
  'catalogue.import': async ({ services }: Core, { file }: { file: unknown }) => {
    const checked = await checkFile(services, file)
    const valid = isValid(checked)
    const revision = valid ? await importChecked(services, checked, operatorActor) : checked.revision
    return { revision, valid, ...reportToWire(checked) }
  },
}
