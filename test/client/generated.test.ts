import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generated } from '../../scripts/generate-client.ts'
import { generated as generatedRoutes } from '../../scripts/generate-routes.ts'
import { createClient } from '../../src/client/index.ts'
import { operations } from '../../src/core/app/operations.ts'

test('operations.gen.ts is up to date (node scripts/generate-client.ts)', () => {
  const path = join(import.meta.dirname, '../../src/client/operations.gen.ts')
  expect(readFileSync(path, 'utf8')).toBe(generated)
})

test('routes.gen.ts is up to date (node scripts/generate-routes.ts)', () => {
  const path = join(import.meta.dirname, '../../src/core/app/routes.gen.ts')
  expect(readFileSync(path, 'utf8')).toBe(generatedRoutes)
})

test('the client has every operation that a key may call', () => {
  const people = ['portal', 'user']
  const open = operations.filter(({ audience = 'any' }) => !people.includes(audience)).map(({ id }) => id)
  const client = createClient({ baseUrl: 'http://mail.example', key: 'svc_test_1' })
  const called = Object.entries(client).flatMap(([group, methods]) =>
    Object.keys(methods).map((name) => `${group}.${name}`),
  )
  expect(called.sort()).toEqual(open.sort())
})
