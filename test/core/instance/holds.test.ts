import { beforeEach, describe, expect, test } from 'vitest'
import { holdPrintingNow } from '../../../src/core/features/instance/command-line.ts'
import { minuteMs } from '../../../src/core/kernel/time.ts'
import { pay } from '../../support/billing.ts'
import { createMailShop } from '../../support/mail.ts'
import type { PortalSession } from '../../support/portal.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

const clock = '2026-01-05T08:00:00Z'
let shop: TestShop
let operator: PortalSession
beforeEach(async () => {
  shop = await createTestShop({ clock })
  operator = await shop.portal({ operator: true, email: 'olaf@example.com' })
})

const notHeld = { held: false, since: null, reason: null, reasonSentence: null }
/** The operator's own text has no sentence code. */
const held = {
  held: true,
  since: '2026-01-05T08:00:00.000Z',
  reason: 'The press is down.',
  reasonSentence: null,
}
const body = { reason: ' The press is down. ' }

const audited = async () => {
  const query = 'filter[resource]=hold&sort=createdAt'
  return (await shop.call('auditLog.platform', { session: operator, query })).body.data
}

describe('printing', () => {
  test('is held with a reason and resumed, both in the platform’s log', async () => {
    const call = (operation: string, requestBody?: unknown) =>
      shop.call(`printing.${operation}`, { session: operator, body: requestBody })
    expect((await call('get')).body).toEqual(notHeld)
    expect((await call('hold', body)).body).toEqual(held)
    shop.clock.advance(minuteMs)
    expect((await call('hold', { reason: 'Another.' })).body).toEqual(held)
    expect((await call('get')).body).toEqual(held)
    expect((await call('resume')).body).toEqual(notHeld)
    expect((await call('resume')).body).toEqual(notHeld)
    expect(await audited()).toMatchObject([
      {
        actor: { type: 'USER', name: 'olaf@example.com' },
        operation: 'printing.hold',
        action: 'CREATED',
        resourceId: 'printing-hold',
        before: null,
        after: { heldAt: '2026-01-05T08:00:00.000Z', reason: 'The press is down.', except: [] },
      },
      { operation: 'printing.resume', action: 'REMOVED', resourceId: 'printing-hold', after: null },
    ])
  })

  test('held by the command line is the same hold, and is logged too', async () => {
    await holdPrintingNow(shop.services, body)
    expect((await shop.call('printing.get', { session: operator })).body).toEqual(held)
    expect(await audited()).toMatchObject([{ actor: { type: 'OPERATOR' }, operation: null }])
    await expect(holdPrintingNow(shop.services, { reason: ' ' })).rejects.toMatchObject({
      code: 'validation_failed',
    })
  })

  test('keeps live runs from the printer until resumed', async () => {
    const mail = await createMailShop({ clock })
    const session = await mail.portal({ operator: ['runs.manage'] })
    await mail.call('printing.hold', { session, body })
    await mail.post()
    await mail.advance('2026-01-05T09:00:00Z')
    await mail.advance(minuteMs)
    expect(await mail.runs()).toMatchObject([
      { status: 'RENDERED', reason: 'Printing is held. The press is down.' },
    ])
    await mail.call('printing.resume', { session })
    await mail.advance(minuteMs)
    expect(await mail.runs()).toMatchObject([{ status: 'HANDED_TO_PRINTER', reason: null }])
  })
})

describe('invoicing', () => {
  const call = (operation: string, requestBody?: unknown) =>
    shop.call(`invoicing.${operation}`, { session: operator, body: requestBody })

  test('is held, and resumes after the highest number issued elsewhere', async () => {
    await pay(shop, 100)
    const known = { lastInvoice: '2026-000001', lastCreditNote: null, notInvoiced: null }
    expect((await call('get')).body).toEqual({ ...notHeld, ...known })
    expect((await call('hold', body)).body).toEqual({ ...held, ...known })
    await expect(pay(shop, 100)).rejects.toMatchObject({ message: 'Invoicing is held. The press is down.' })
    const numbers = { lastInvoice: '2026-000057', lastCreditNote: 'CN2026-000003' }
    expect((await call('resume', numbers)).body).toEqual({ ...notHeld, ...numbers, notInvoiced: null })
    expect((await pay(shop, 100)).number).toBe('2026-000058')
    expect((await audited()).map(({ operation }: { operation: string }) => operation)).toEqual([
      'invoicing.hold',
      'invoicing.resume',
    ])
  })

  test('accepts no numbers unless held, and resumes without any', async () => {
    const refused = await call('resume', { lastInvoice: '2026-000057' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect((await call('resume')).status).toBe(200)
  })

  test.each([
    [{ lastInvoice: '57' }, ['lastInvoice']],
    [{ lastInvoice: '2026-000000057', lastCreditNote: '2026-000001' }, ['lastCreditNote']],
    [{ lastInvoice: '2'.repeat(21), lastCreditNote: '2'.repeat(21) }, ['lastInvoice', 'lastCreditNote']],
    [{ last: '2026-000057' }, ['last']],
  ])('refuses %j by name and stays held', async (requestBody, parameters) => {
    await call('hold', body)
    const answer = await call('resume', requestBody)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { parameter: string }) => error.parameter)).toEqual(parameters)
    expect((await call('get')).body.held).toBe(true)
  })
})

describe.each(['printing', 'invoicing'])('a reason to hold %s', (what) => {
  test.each([
    ['of one character', 200, 'a'],
    ['of 500', 200, 'a'.repeat(500)],
    ['of 501', 422, 'a'.repeat(501)],
    ['of blanks', 422, ' '],
    ['that cannot be stored', 422, 'a\0'],
    ['that is missing', 422, undefined],
  ])('%s gives %i', async (_what, status, reason) => {
    const answer = await shop.call(`${what}.hold`, { session: operator, body: { reason } })
    expect(answer.status).toBe(status)
    if (status === 422) expect(answer.body.errors).toMatchObject([{ parameter: 'reason' }])
  })
})

test.each([
  ['printing.get', 'runs.manage'],
  ['printing.hold', 'runs.manage'],
  ['printing.resume', 'runs.manage'],
  ['invoicing.get', 'platform.admin'],
  ['invoicing.hold', 'platform.admin'],
  ['invoicing.resume', 'platform.admin'],
] as const)('%s requires the operator scope %s', async (operation, scope) => {
  const requestBody = operation.endsWith('hold') ? { body } : {}
  const other = scope === 'runs.manage' ? 'platform.admin' : 'runs.manage'
  const status = async (session: PortalSession) =>
    (await shop.call(operation, { session, ...requestBody })).status
  expect(await status(await shop.portal())).toBe(403)
  expect(await status(await shop.portal({ operator: [other] }))).toBe(403)
  expect(await status(await shop.portal({ operator: [scope] }))).toBe(200)
  const key = await shop.key('live', ['runs.manage', 'platform.admin'])
  expect((await shop.call(operation, { key, ...requestBody })).status).toBe(404)
})
