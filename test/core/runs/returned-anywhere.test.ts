import { beforeEach, describe, expect, test } from 'vitest'
import { topUp } from '../../../src/core/features/billing/top-ups.ts'
import { runLimits } from '../../../src/core/features/runs/limits.ts'
import { seedOrganisation } from '../../../src/core/features/seed/seed.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'
import type { PortalSession } from '../../support/portal.ts'
import { liveTarget } from '../../support/ready-for-live.ts'

const cutoff = '2026-01-05T09:00:00Z'
let shop: MailShop
let session: PortalSession
/** Another organisation, with its own keys. */
let neighbour: Awaited<ReturnType<MailShop['another']>>

/** Creates live mail, two pieces of one organisation and one of another, and reaches its cutoff. */
beforeEach(async () => {
  shop = await createMailShop({ clock: '2026-01-05T08:00:00Z' })
  neighbour = await shop.another()
  const { organisation, keys } = neighbour
  const { postflows } = await seedOrganisation(shop.services, organisation.id, liveTarget)
  await topUp(shop.services, { organisationId: organisation.id, amountCents: 10_000 })
  await shop.post()
  await shop.post()
  const body = {
    postflowId: postflows.find(({ mode, name }) => mode === 'live' && name === 'Welcome card')!.id,
    recipient: {
      name: 'Wim Neighbour',
      street: 'Kade',
      houseNumber: '1',
      postalCode: '9711 AB',
      city: 'Groningen',
      country: 'NL',
    },
    data: { firstName: 'Wim' },
  }
  expect((await shop.call('items.create', { key: keys.live, body })).status).toBe(201)
  await shop.advance(cutoff)
  session = await shop.portal({ operator: ['runs.manage'] })
})

const allItems = () => shop.services.store.read((rows) => rows.items.find(everyone, {}))
const itemsOf = async (organisationId: string) =>
  (await allItems()).filter((item) => item.organisationId === organisationId)
const ours = () => itemsOf(shop.organisation.id)
const theirs = () => itemsOf(neighbour.organisation.id)

const postAll = async () => {
  const runs = await shop.services.store.read((rows) => rows.runs.find(everyone, { mode: 'live' }))
  for (const { id, organisationId } of runs) {
    const answer = await shop.call('runs.posted', {
      session,
      organisationId,
      headers: { 'x-mode': 'live' },
      params: { id },
      body: {},
    })
    expect(answer.status).toBe(200)
  }
  await shop.settle()
}
const returned = (...pieces: object[]) => shop.call('runs.platformReturned', { session, body: { pieces } })

describe('a return desk of all organisations', () => {
  test('reports pieces of any organisation, in the order of the codes, with their organisation', async () => {
    await postAll()
    const [first, second] = await ours()
    const [other] = await theirs()
    const answer = await returned(
      { code: first!.trackingCode },
      { code: `https://mail.example/q/${other!.trackingCode}`, reason: 'MOVED' },
      { code: 'NOBODY' },
      { code: second!.id },
      { code: other!.id },
    )
    expect(answer.status).toBe(200)
    const { organisation } = shop
    const known = { isTest: false }
    expect(answer.body.pieces).toMatchObject([
      { ...known, outcome: 'RETURNED', itemId: first!.id, organisationName: organisation.name },
      { ...known, outcome: 'RETURNED', itemId: other!.id, organisationId: neighbour.organisation.id },
      { outcome: 'UNKNOWN_CODE', itemId: null, organisationId: null, organisationName: null, isTest: null },
      { ...known, outcome: 'RETURNED', itemId: second!.id, organisationId: organisation.id },
      { ...known, outcome: 'ALREADY_RETURNED', itemId: other!.id, reason: 'OTHER' },
    ])
    expect((await allItems()).map(({ status }) => status)).toEqual(Array(3).fill('RETURNED'))
  })

  test('proposes the suppression only to the organisation of the piece', async () => {
    await postAll()
    const [other] = await theirs()
    await returned({ code: other!.id, reason: 'DECEASED' })
    const proposed = async (key: string) =>
      (await shop.call('suppressions.list', { key, query: 'filter[status]=PROPOSED' })).body.data
    expect(await proposed(neighbour.keys.live)).toMatchObject([{ reason: 'deceased', itemId: other!.id }])
    expect(await proposed(shop.keys.live)).toEqual([])
    const types = async (key: string) =>
      (await shop.call('events.list', { key, query: 'filter[type]=item.returned' })).body.data.length
    expect([await types(neighbour.keys.live), await types(shop.keys.live)]).toEqual([1, 0])
  })

  test('accepts carriers’ codes, and reports nothing if one is not in the table', async () => {
    await postAll()
    const [first] = await ours()
    const [other] = await theirs()
    const wrong = await returned({ code: first!.id }, { code: other!.id, carrierCode: '7' })
    expect(wrong.body.errors).toMatchObject([{ parameter: 'pieces[1].carrierCode', code: 'unknown' }])
    expect((await allItems()).map(({ status }) => status)).not.toContain('RETURNED')
    const codes = [{ carrier: 'Postal One', code: '7', reason: 'REFUSED' }]
    await shop.call('returnCodes.put', { session, body: { codes } })
    const answer = await returned({ code: other!.id, carrierCode: '7' })
    expect(answer.body.pieces).toMatchObject([{ outcome: 'RETURNED', reason: 'REFUSED' }])
  })

  test('recognises pieces of test mode, by the test clock of their organisation', async () => {
    const { id } = await shop.post({ mode: 'test' })
    expect((await returned({ code: id })).body.pieces).toMatchObject([
      { outcome: 'NOT_SENT_YET', isTest: true },
    ])
    await shop.advanceTestClock('2026-02-05T09:00:00Z')
    expect((await returned({ code: id })).body.pieces).toMatchObject([{ outcome: 'RETURNED', isTest: true }])
    const item = await shop.item(id)
    expect(item.history.at(-1)!.at).toBe(Date.parse('2026-02-05T09:00:00Z'))
  })

  test('accepts a list uploaded in the organisation that the session has chosen', async () => {
    await postAll()
    const [other] = await theirs()
    const member = await shop.portal({ permissions: ['templates.write'], operator: ['runs.manage'] })
    const upload = await shop.call('uploads.create', {
      session: member,
      organisationId: shop.organisation.id,
      query: { kind: 'CSV', name: 'list.csv' },
      bytes: new TextEncoder().encode(`code,reason\n${other!.id},REFUSED\n`),
    })
    const uploadId = upload.body.id
    const report = (organisationId: string) =>
      shop.call('runs.platformReturned', { session: member, organisationId, body: { uploadId } })
    expect((await report(neighbour.organisation.id)).body.errors).toMatchObject([{ parameter: 'uploadId' }])
    expect((await report(shop.organisation.id)).body.pieces).toMatchObject([
      { outcome: 'RETURNED', reason: 'REFUSED', organisationId: neighbour.organisation.id },
    ])
    expect((await shop.call('runs.platformReturned', { session, body: {} })).status).toBe(422)
  })

  test('reports a piece that the carrier never had as not sent yet', async () => {
    const [other] = await theirs()
    expect((await returned({ code: other!.id })).body.pieces).toMatchObject([
      { outcome: 'NOT_SENT_YET', organisationId: neighbour.organisation.id },
    ])
  })

  test('limits the number of codes', async () => {
    const pieces = (count: number) => Array.from({ length: count }, () => ({ code: 'NOBODY' }))
    expect((await returned(...pieces(runLimits.returns))).status).toBe(200)
    expect((await returned(...pieces(runLimits.returns + 1))).status).toBe(422)
  })

  test('is for operators with the scope for runs, signed in', async () => {
    const call = async (who: object) =>
      (await shop.call('runs.platformReturned', { ...who, body: { pieces: [{ code: 'A' }] } })).status
    expect(await call({ session: await shop.portal() })).toBe(403)
    expect(await call({ session: await shop.portal({ operator: ['platform.admin'] }) })).toBe(403)
    expect(await call({ key: await shop.key('live', ['runs.manage']) })).toBe(404)
  })
})
