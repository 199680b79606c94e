import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { addressLines } from '../../src/core/address/index.ts'
import { everyone } from '../../src/core/ports/store.ts'
import type { ImportShop } from './imports.ts'

/** Reads a list from an office (`test/fixtures/inputs/lists`). */
export const officeList = (name: string): Uint8Array =>
  readFileSync(new URL(`../fixtures/inputs/lists/${name}`, import.meta.url))

/** The outcome of an import. */
export interface Outcome {
  /** The address lines of each piece, joined by ` / `. */
  printed: string[]
  /** `row column code` of each rejected row. */
  problems: string[]
  /**
   * Code of each question about the whole file, with ` required` if it must be answered; absent without
   * questions.
   */
  questions?: string[]
}

/** Uploads a list and returns the answer of the upload. */
export const uploadList = (shop: ImportShop, name: string, bytes: Uint8Array) =>
  shop.call('uploads.create', { query: { kind: name.endsWith('.xlsx') ? 'XLSX' : 'CSV', name }, bytes })

/** Imports a list into a Postbatch with the mapping that the import suggests. */
export const importSuggested = async (
  shop: ImportShop,
  name: string,
  bytes: Uint8Array,
  settings: Record<string, unknown> = {},
): Promise<Outcome> => {
  const id = await shop.draft()
  const upload = await uploadList(shop, name, bytes)
  expect(upload).toMatchObject({ status: 201 })
  const created = await shop.call('postbatches.createImport', {
    params: { id },
    body: { uploadId: upload.body.id, ...settings },
  })
  expect(created).toMatchObject({ status: 201 })
  const params = { id, importId: created.body.id }
  const { mapping } = created.body.suggestion
  const questions = created.body.questions
    .filter(({ column }: { column: string | null }) => column === null)
    .map(({ code, required }: { code: string; required: boolean }) => (required ? `${code} required` : code))
  const firstName = mapping.fields['recipient.name']
  const started = await shop.call('postbatches.patchImport', {
    params,
    body: { mapping: { ...mapping, fields: { 'data.firstName': firstName, ...mapping.fields } } },
  })
  expect(started).toMatchObject({ status: 200 })
  await shop.settle()
  const done = await shop.readImport(id, created.body.id)
  expect(done).toMatchObject({ status: 'COMPLETED' })
  const items = await shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId: id }))
  return {
    printed: items.map(({ recipient }) => addressLines(recipient, 'NL').join(' / ')).sort(),
    problems: done.problems
      .map((problem: Record<string, string>) => [problem.row, problem.column, problem.code].join(' '))
      .sort(),
    ...(questions.length > 0 ? { questions } : {}),
  }
}
