import { afterAll, expect, test } from 'vitest'
import { compiledTemplate } from '../../../src/core/features/templates/compiled.ts'
import type { Finding } from '../../../src/core/kernel/finding.ts'
import type { CompileInput } from '../../../src/core/ports/renderer.ts'
import { create, renderer, shopWithCatalogue } from '../../support/templates.ts'

afterAll(() => renderer.close())

test('a version that a newer renderer refuses is FAILED with its reasons, and retried only by the next one', async () => {
  const shop = await shopWithCatalogue()
  const { id } = await create(shop)
  const published = await shop.call('templates.publish', { params: { id } })
  expect(published.status).toBe(201)
  const versionId = published.body.id as string
  let compiled = 0
  const refusing = {
    ...renderer,
    engine: 'newer',
    compile: async () => {
      compiled++
      const message = 'Reading it takes more than 60 seconds of processor time.'
      return {
        findings: [{ code: 'file_too_complex', severity: 'error', message } as Finding],
      }
    },
  }
  const owner = { organisationId: shop.organisation.id }
  const printing = (by: typeof renderer) =>
    compiledTemplate({ ...shop.services, renderer: by }, owner, versionId)
  for (let time = 0; time < 2; time++) {
    await expect(printing(refusing)).rejects.toMatchObject({
      code: 'invalid_state',
      message: expect.stringContaining('Reading it takes more than 60 seconds of processor time. Correct'),
    })
  }
  expect(compiled).toBe(1)
  const { body } = await shop.call('templates.get', { params: { id } })
  expect(body.latestVersion).toMatchObject({ id: versionId, staticLayerStatus: 'FAILED' })
  expect((await printing(renderer)).layer.length).toBeGreaterThan(0)
})

test('a version that a newer renderer compiles again keeps its PDF pages as published', async () => {
  const shop = await shopWithCatalogue()
  const { id } = await create(shop)
  const { body: published } = await shop.call('templates.publish', { params: { id } })
  const owner = { organisationId: shop.organisation.id }
  const before = await compiledTemplate(shop.services, owner, published.id)
  const given: (Uint8Array | undefined)[] = []
  const newer = {
    ...renderer,
    engine: 'newer',
    compile: async (input: CompileInput) => {
      given.push(input.earlier)
      return renderer.compile(input)
    },
  }
  const after = await compiledTemplate({ ...shop.services, renderer: newer }, owner, published.id)
  expect(given).toEqual([before.layer])
  expect(after.layer).toEqual(before.layer)
})
