import { expect } from 'vitest'
import { operatorActor } from '../../src/core/engine/audit/actor.ts'
import type { Services } from '../../src/core/engine/services.ts'
import { checkFile, importChecked } from '../../src/core/features/products/catalogue/import.ts'
import { samples } from '../../src/core/features/products/samples/index.ts'
import type { SpecificationRow } from '../../src/core/model/products.ts'
import { everyone } from '../../src/core/ports/store.ts'

/** Names of the samples for countries, which are country codes in lower case. */
export const countrySamples = samples.map(({ name }) => name).filter((name) => name !== 'standard')

export const sampleOf = (name: string) => samples.find((sample) => sample.name === name)!.load()

/** Imports a sample, which must have no findings, as the catalogue of an instance. */
export const importSample = async (services: Services, name: string) => {
  const checked = await checkFile(services, await sampleOf(name))
  expect(checked.findings).toEqual([])
  await importChecked(services, checked, operatorActor)
}

export type OfferedSpecification = SpecificationRow & { key: string }

/** Returns the active specifications of the instance, sorted by key. */
export const offered = async (services: Services): Promise<OfferedSpecification[]> => {
  const rows = await services.store.read((rows) => rows.specifications.find(everyone, { archivedAt: null }))
  return (rows as OfferedSpecification[]).sort((a, b) => (a.key < b.key ? -1 : 1))
}
