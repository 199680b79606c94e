import type { TestShop } from './shop.ts'

/** Uploads a CSV with this text and returns its id. */
export const uploaded = async (shop: TestShop, text: string, key = shop.keys.live): Promise<string> => {
  const bytes = new TextEncoder().encode(text)
  const answer = await shop.call('uploads.create', { key, query: { kind: 'CSV', name: 'list.csv' }, bytes })
  if (answer.status !== 201) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body.id
}
