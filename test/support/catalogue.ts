import { operatorActor } from '../../src/core/engine/audit/actor.ts'
import type { Services } from '../../src/core/engine/services.ts'
import { exportCatalogue } from '../../src/core/features/products/catalogue/export.ts'
import { checkFile, importChecked } from '../../src/core/features/products/catalogue/import.ts'
import sample from '../../src/core/features/products/samples/standard.json' with { type: 'json' }
import type { SpecificationRow } from '../../src/core/model/products.ts'

/** The specifications in the standard sample's file, each sheet with the colour profile of its stock. */
export const sampleSpecifications = sample.specifications.map(({ sheet, stock, ...more }) => ({
  ...more,
  sheet: { ...sheet, colourProfile: sample.stocks.find(({ key }) => key === stock)!.colourProfile },
})) as unknown as readonly Pick<SpecificationRow, 'id' | 'name' | 'sheet' | 'envelope'>[]

/** A catalogue file whose entries tests change freely. */
// biome-ignore lint/suspicious/noExplicitAny: tests also write invalid catalogues
export type File = Record<string, any>

/** Returns the instance's catalogue as a file, after a change to it. */
export const fileOf = async (services: Services, change: (file: File) => void = () => {}): Promise<File> => {
  const file = structuredClone((await exportCatalogue(services)).file) as File
  change(file)
  return file
}

/** Returns the findings of a check of the instance's catalogue after a change. */
export const checkChanged = async (services: Services, change: (file: File) => void) =>
  checkFile(services, await fileOf(services, change))

/** Imports the instance's catalogue with a change. */
export const importChanged = async (services: Services, change: (file: File) => void) => {
  const checked = await checkChanged(services, change)
  return { ...checked, imported: await importChecked(services, checked, operatorActor) }
}

/** Returns the entry with this key from a part of a file. */
export const entry = (file: File, part: string, key: string): File =>
  file[part].find((one: File) => one.key === key)
