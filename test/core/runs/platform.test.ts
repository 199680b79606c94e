import { describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'
import type { PortalSession } from '../../support/portal.ts'

const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'

const operated = async (): Promise<{ shop: MailShop; session: PortalSession }> => {
  const shop = await createMailShop({ clock: before })
  return { shop, session: await shop.portal({ operator: ['runs.manage'] }) }
}
const list = async (shop: MailShop, session: PortalSession, query = '') =>
  (await shop.call('runs.platform', { session, query })).body.data

describe('the runs of all organisations', () => {
  test('shows its organisation, and the untranslated reason why it waits', async () => {
    const { shop, session } = await operated()
    await shop.post()
    shop.printers.live.script({ kind: 'unavailable', reason: 'No space left in /srv/print.' })
    await shop.advance(cutoff)
    const [run] = await list(shop, session)
    expect(run).toMatchObject({
      status: 'RENDERED',
      isTest: false,
      itemCount: 1,
      organisationId: shop.organisation.id,
      organisationName: shop.organisation.name,
      operatorReason: expect.stringContaining('/srv/print'),
    })
    expect(run.reason).not.toContain('/srv/print')
  })

  test('are found by reason, mode, organisation and status', async () => {
    const { shop, session } = await operated()
    await shop.post()
    await shop.post({ mode: 'test' })
    const { organisation } = await shop.another()
    const [live, simulated] = [true, false].map((isLive) =>
      shop.runs().then((runs) => runs.find(({ mode }) => (mode === 'live') === isLive)!),
    )
    const ids = { live: (await live!).id, test: (await simulated!).id }
    const found = async (query: string) =>
      (await list(shop, session, query)).map(({ id }: { id: string }) => id)
    expect(new Set(await found(''))).toEqual(new Set([ids.live, ids.test]))
    expect(await found('filter[isTest]=true')).toEqual([ids.test])
    expect(await found('filter[isTest]=false&filter[reason][null]=true')).toEqual([ids.live])
    expect(await found('filter[uncertain]=true')).toEqual([])
    expect(await found(`filter[organisationId]=${organisation.id}`)).toEqual([])
    await shop.services.store.write((rows) =>
      rows.runs.update(everyone, ids.live, { uncertain: true, reason: 'It was killed.' }),
    )
    expect(await found('filter[uncertain]=true')).toEqual([ids.live])
    expect(await found('filter[reason][null]=false')).toEqual([ids.live])
    expect(await found(`filter[id]=${ids.test}&filter[status]=OPEN`)).toEqual([ids.test])
  })

  test('are for operators with the scope for runs', async () => {
    const { shop } = await operated()
    const call = async (session: PortalSession) => (await shop.call('runs.platform', { session })).status
    expect(await call(await shop.portal())).toBe(403)
    expect(await call(await shop.portal({ operator: ['platform.admin'] }))).toBe(403)
    expect((await shop.call('runs.platform')).status).toBe(404)
  })
})
