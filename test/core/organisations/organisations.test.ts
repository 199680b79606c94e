import { describe, expect, test } from 'vitest'
import {
  createOrganisation,
  listOrganisations,
  resumeOrganisation,
  suspendOrganisation,
} from '../../../src/core/features/organisations/manage.ts'
import { setRateLimits } from '../../../src/core/features/organisations/rate-limits.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createTestShop } from '../../support/shop.ts'

const refusal = (parameters: string[]) => ({
  code: 'validation_failed',
  errors: parameters.map((parameter) => expect.objectContaining({ parameter })),
})

describe('the organisation of a key', () => {
  test('is returned in full', async () => {
    const shop = await createTestShop({ clock: '2026-01-05T09:00:00Z', organisation: { country: 'DE' } })
    const answer = await shop.call('organisation.get')
    expect(answer.body).toEqual({
      id: shop.organisation.id,
      name: 'Kaas & Co',
      status: 'ACTIVE',
      country: 'DE',
      timeZone: 'UTC',
      billingMode: 'PREPAID',
      addressRetentionDays: null,
      pdfRetentionDays: null,
      keepScanAddresses: false,
      suspensionReason: null,
      vatTreatment: 'NL_STANDARD',
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:00:00.000Z',
    })
    expect((await shop.call('organisation.get', { key: shop.keys.test })).body).toEqual(answer.body)
  })

  test('changes only the given fields', async () => {
    const shop = await createTestShop({ clock: '2026-01-05T09:00:00Z' })
    shop.clock.set('2026-01-06T09:00:00Z')
    const body = { name: '  Kaas BV ', timeZone: 'europe/amsterdam' }
    const answer = await shop.call('organisation.patch', { body })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        name: 'Kaas BV',
        timeZone: 'Europe/Amsterdam',
        country: 'NL',
        updatedAt: '2026-01-06T09:00:00.000Z',
      },
    })
    expect((await shop.call('organisation.get')).body).toEqual(answer.body)
  })

  test.each([
    ['NL', 'NL_STANDARD'],
    ['GR', 'NL_STANDARD'],
    ['CH', 'NON_EU'],
    ['GB', 'NON_EU'],
  ])('in %s has the VAT treatment %s', async (country, vatTreatment) => {
    const shop = await createTestShop()
    const answer = await shop.call('organisation.patch', { body: { country } })
    expect(answer.body).toMatchObject({ country, vatTreatment })
  })

  test.each([
    ['Europe/Amsterdam', 200],
    ['UTC', 200],
    ['Etc/GMT+5', 200],
    ['Asia/Calcutta', 200],
    ['America/Argentina/Buenos_Aires', 200],
    ['Europe/Nowhere', 422],
    ['+01:00', 422],
    ['', 422],
    ['../etc', 422],
    [`A${'a'.repeat(64)}`, 422],
  ])('the time zone %s answers %i', async (timeZone, status) => {
    const shop = await createTestShop()
    const answer = await shop.call('organisation.patch', { body: { timeZone } })
    expect(answer.status).toBe(status)
    if (status === 422) expect(answer.body).toMatchObject(refusal(['timeZone']))
  })

  test('reports every error', async () => {
    const shop = await createTestShop()
    const body = { name: '', country: 'ZZ', timeZone: 'X', id: 'org_1', status: 'SUSPENDED' }
    const answer = await shop.call('organisation.patch', { body })
    expect(answer.body).toMatchObject(refusal(['id', 'status', 'name', 'country', 'timeZone']))
  })

  test('is shared by both modes, so a test key can only read it', async () => {
    const shop = await createTestShop()
    const answer = await shop.call('organisation.patch', { key: shop.keys.test, body: { name: 'x' } })
    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
  })
})

describe('operators', () => {
  test('create an organisation with an empty account', async () => {
    const shop = await createTestShop()
    const made = await createOrganisation(shop.services, { name: 'Post & Zn', timeZone: 'Europe/Paris' })
    expect(made).toMatchObject({
      status: 'ACTIVE',
      country: 'NL',
      timeZone: 'Europe/Paris',
      billingMode: 'PREPAID',
    })
    expect(made.id).toMatch(/^org_[0-9A-Z]{26}$/)
    const account = await shop.services.store.read((rows) => rows.accounts.get(everyone, made.id))
    expect(account).toMatchObject({ balanceCents: 0, reservedCents: 0, currency: 'EUR' })
    expect((await listOrganisations(shop.services)).map(({ id }) => id)).toEqual([
      shop.organisation.id,
      made.id,
    ])
  })

  test.each([
    [{ name: '' }, ['name']],
    [{ name: 'a'.repeat(121) }, ['name']],
    [{ name: 'a', country: 'Netherlands' }, ['country']],
    [{ name: 'a', country: 'ZZ', timeZone: 'X' }, ['country', 'timeZone']],
  ])('cannot create an organisation from %o', async (input, parameters) => {
    const shop = await createTestShop()
    await expect(createOrganisation(shop.services, input)).rejects.toMatchObject(refusal(parameters))
  })

  test('suspend and resume, each once', async () => {
    const { services, organisation, call } = await createTestShop()
    expect((await suspendOrganisation(services, organisation.id)).status).toBe('SUSPENDED')
    await expect(suspendOrganisation(services, organisation.id)).rejects.toMatchObject({
      code: 'invalid_state',
      message: 'This organisation is SUSPENDED and cannot become SUSPENDED.',
    })
    expect((await call('organisation.get')).body.status).toBe('SUSPENDED')
    expect((await resumeOrganisation(services, organisation.id)).status).toBe('ACTIVE')
    await expect(resumeOrganisation(services, organisation.id)).rejects.toMatchObject({
      code: 'invalid_state',
      message: 'This organisation is ACTIVE and cannot become ACTIVE.',
    })
    expect((await call('organisation.patch', { body: { name: 'x' } })).status).toBe(200)
  })

  test.each([
    [{ general: 0 }, ['general']],
    [{ general: 1.5 }, ['general']],
    [{ general: 1_000_001 }, ['general']],
    [{ everything: 5 }, ['everything']],
  ])('cannot limit %o', async (limits, parameters) => {
    const { services, organisation } = await createTestShop()
    await expect(setRateLimits(services, organisation.id, limits as never)).rejects.toMatchObject(
      refusal(parameters),
    )
  })

  test('get 404 for an unknown organisation', async () => {
    const { services } = await createTestShop()
    for (const act of [suspendOrganisation, resumeOrganisation]) {
      await expect(act(services, 'org_none')).rejects.toMatchObject({
        code: 'not_found',
        message: 'There is no organisation org_none.',
      })
    }
  })
})
