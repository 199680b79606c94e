import { beforeAll, expect, test } from 'vitest'
import type { Operation } from '../../../src/core/engine/operation.ts'
import type { PortalSession } from '../../support/portal.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
let session: PortalSession
let operations: readonly Operation[]
beforeAll(async () => {
  shop = await createTestShop()
  session = await shop.portal({ operator: true, role: 'owner' })
  operations = await shop.core.registry.operations()
})

/** Calls an operation as a caller with its permission, with only an id and the header. */
const send = async (operation: Operation, ifMatch?: string) => {
  const who =
    operation.effect === 'public'
      ? { key: null }
      : { session, mode: operation.audience === 'test' ? 'test' : 'live' }
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, 'x_1'] as const)
  return shop.call(operation, {
    ...who,
    params: Object.fromEntries(names),
    ...(operation.bytes ? { bytes: new Uint8Array(1), contentType: operation.bytes.mediaTypes[0]! } : {}),
    ...(operation.body ? { body: {} } : {}),
    ...(ifMatch === undefined ? {} : { ifMatch }),
  })
}

const refused = { parameter: 'If-Match', location: 'header', code: 'not_allowed' }

test('every operation that compares no revision refuses If-Match by name, also public ones and file downloads', async () => {
  const wrong: unknown[] = []
  for (const operation of operations.filter(({ ifMatch }) => !ifMatch)) {
    const { status, body } = await send(operation, '"1"')
    const named = (body.errors ?? []).filter(
      ({ parameter }: { parameter: string }) => parameter === 'If-Match',
    )
    if (status !== 422 || body.code !== 'validation_failed' || named.length !== 1)
      wrong.push([operation.id, status, body])
    else expect(named).toMatchObject([refused])
  }
  expect(wrong).toEqual([])
})

test('no operation that compares a revision refuses If-Match', async () => {
  const comparing = operations.filter(({ ifMatch }) => ifMatch)
  expect(comparing.length).toBeGreaterThan(20)
  for (const operation of comparing) {
    const { body } = await send(operation, '"1"')
    expect([operation.id, JSON.stringify(body.errors ?? [])]).toEqual([
      operation.id,
      expect.not.stringContaining('If-Match'),
    ])
  }
})
