import { describe, expect, test } from 'vitest'
import { createTestShop } from '../../support/shop.ts'
import { errorsOf } from '../../support/validation.ts'

const errorsOfCall = async (id: string, query: string) => {
  const shop = await createTestShop()
  return (await shop.call(id, { query })).body.errors
}

describe('an unknown name in a request', () => {
  test.each<[string, (name: string) => Promise<{ parameter: string }[]>, string]>([
    ['of a field', (name) => errorsOf({ items: [], [name]: 1 }), ''],
    ['within a field', (name) => errorsOf({ items: [], metadata: { [name]: 1 } }), 'metadata.'],
    ['of a text with a NUL character', (name) => errorsOf({ items: [], [name]: '\0' }), ''],
    ['of a parameter', (name) => errorsOf({ items: [] }, `${name}=1`), ''],
    ['of a list parameter', (name) => errorsOfCall('items.list', `${name}=1`), ''],
    ['of a parameter where none are accepted', (name) => errorsOfCall('developers.whoami', `${name}=1`), ''],
  ])('%s is reported in full up to 80 characters, and cut to 80 beyond', async (_what, refuse, before) => {
    const [whole] = await refuse('x'.repeat(80))
    expect(whole!.parameter).toBe(before + 'x'.repeat(80))
    for (const length of [81, 100_000]) {
      const errors = await refuse('x'.repeat(length))
      expect(errors[0]!.parameter).toBe(`${before}${'x'.repeat(80)}…`)
      expect(JSON.stringify(errors).length).toBeLessThan(2000)
    }
  })
})
