import { expect } from 'vitest'
import { topUp } from '../../src/core/features/billing/top-ups.ts'
import { installCatalogue } from '../../src/core/features/products/install-catalogue.ts'
import { seedOrganisation } from '../../src/core/features/seed/seed.ts'
import { liveTarget } from './ready-for-live.ts'
import { zoe } from './recipients.ts'
import type { TestShop } from './shop.ts'

/**
 * Creates a resource for every path below which there are lists. Returns their ids by path, such as `/items`.
 */
export const createListFixture = async (shop: TestShop): Promise<Readonly<Record<string, string>>> => {
  const { services, organisation } = shop
  await installCatalogue(services)
  const { postflows } = await seedOrganisation(services, organisation.id, liveTarget)
  await topUp(services, { organisationId: organisation.id, amountCents: 10_000 })
  const postflow = postflows.find(({ mode }) => mode === 'live')!
  const ok = async (operation: string, body?: unknown, params = {}) => {
    const answer = await shop.call(operation, { body, params })
    expect(answer, operation).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) })
    return answer.body
  }
  const item = await ok('items.create', {
    postflowId: postflow.id,
    recipient: zoe,
    data: { firstName: 'Zoë' },
  })
  const webhook = await ok('webhooks.create', { url: 'https://hooks.example/', events: ['*'] })
  const template = (await ok('templates.list')).data[0]
  const postbatch = await ok('postbatches.create', { name: 'Spring', templateId: template.id })
  const upload = await shop.call('uploads.create', {
    query: { kind: 'CSV', name: 'list.csv' },
    bytes: Buffer.from('Naam,Straat\nZoë,Damrak 1\n'),
  })
  const list = await ok('postbatches.createImport', { uploadId: upload.body.id }, { id: postbatch.id })
  const action = await ok('itemActions.create', { action: 'CANCEL', ids: ['itm_none'] })
  return {
    '/item-actions': action.id,
    '/imports': list.id,
    '/items': item.id,
    '/runs': item.runId,
    '/postbatches': postbatch.id,
    '/postflows': postflow.id,
    '/templates': template.id,
    '/webhooks': webhook.id,
  }
}
