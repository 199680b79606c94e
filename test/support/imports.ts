import { expect } from 'vitest'
import { dutchMapping } from './dutch-list.ts'
import type { ItemShopOptions } from './items.ts'
import { createPostbatchShop, type PostbatchShop } from './postbatches.ts'
import type { TestShop } from './shop.ts'

export interface ImportShop extends PostbatchShop {
  upload(content: string | Uint8Array, key?: string): Promise<string>
  /** Uploads a list and creates an import of it; returns the whole answer. */
  begin(
    postbatchId: string,
    content: string | Uint8Array,
    settings?: Record<string, unknown>,
  ): ReturnType<TestShop['call']>
  /** Creates an import, waits until it is done, and returns it. */
  imported(
    postbatchId: string,
    content: string | Uint8Array,
    settings?: Record<string, unknown>,
    // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  ): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  readImport(postbatchId: string, importId: string): Promise<any>
  /** Returns `errors.csv` without its byte order mark. */
  errors(postbatchId: string, importId: string, query?: string): Promise<string>
}

export const createImportShop = async (options: ItemShopOptions = {}): Promise<ImportShop> => {
  const shop = await createPostbatchShop({ fundsCents: 10_000_000, ...options })
  const upload: ImportShop['upload'] = async (content, key = shop.keys.live) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const answer = await shop.call('uploads.create', { key, query: { kind: 'CSV', name: 'list.csv' }, bytes })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body.id
  }
  const begin: ImportShop['begin'] = async (postbatchId, content, settings = { mapping: dutchMapping }) =>
    shop.call('postbatches.createImport', {
      params: { id: postbatchId },
      body: { uploadId: await upload(content), ...settings },
    })
  const readImport: ImportShop['readImport'] = async (id, importId) =>
    (await shop.call('postbatches.getImport', { params: { id, importId } })).body
  return {
    ...shop,
    upload,
    begin,
    readImport,
    async imported(postbatchId, content, settings) {
      const answer = await begin(postbatchId, content, settings)
      expect(answer).toMatchObject({ status: 201, body: { status: 'MAPPED' } })
      await shop.settle()
      return readImport(postbatchId, answer.body.id)
    },
    async errors(id, importId, query = '') {
      const answer = await shop.call('postbatches.importErrors', { params: { id, importId }, query })
      expect(answer.status).toBe(200)
      return answer.body.replace(/^\uFEFF/, '')
    },
  }
}
