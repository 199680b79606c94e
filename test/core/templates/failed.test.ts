import { afterAll, expect, test } from 'vitest'
import { compiledTemplate } from '../../../src/core/features/templates/compiled.ts'
import type { Finding } from '../../../src/core/kernel/finding.ts'
import { create, renderer, shopWithCatalogue } from '../../support/templates.ts'

afterAll(() => renderer.close())

test('a version that a newer renderer refuses is FAILED with its reasons, and tried again by the next one only', async () => {
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
      const message = 'It could not be read with 60 seconds of processor time.'
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
      message: expect.stringContaining('It could not be read with 60 seconds of processor time. Mend'),
    })
  }
  expect(compiled).toBe(1)
  const { body } = await shop.call('templates.get', { params: { id } })
  expect(body.latestVersion).toMatchObject({ id: versionId, staticLayerStatus: 'FAILED' })
  expect((await printing(renderer)).layer.length).toBeGreaterThan(0)
})
