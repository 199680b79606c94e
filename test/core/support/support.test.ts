import { beforeEach, describe, expect, test } from 'vitest'
import type { PortalSession } from '../../support/portal.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
let member: PortalSession
let operator: PortalSession
beforeEach(async () => {
  shop = await createTestShop()
  member = await shop.portal({ role: 'viewer', email: 'vera@example.com' })
  operator = await shop.portal({ operator: true, email: 'olaf@example.com' })
})

const question = { subject: 'The run waits', text: 'Since this morning.\nWhat is wrong?' }
const ask = (body: unknown = question, session = member) => shop.call('support.create', { session, body })
const act = (operation: string, id: string, session: PortalSession, body?: unknown) =>
  shop.call(`support.${operation}`, {
    session,
    params: { id },
    body,
    ...(session === operator ? { organisationId: shop.organisation.id } : {}),
  })

describe('a ticket', () => {
  test('is opened by a member, answered by an operator, and closed', async () => {
    const ticket = await ask()
    expect(ticket).toMatchObject({
      status: 201,
      body: {
        subject: 'The run waits',
        status: 'OPEN',
        messages: [{ author: 'MEMBER', text: question.text }],
      },
    })
    const { id } = ticket.body
    const named = { organisationName: 'Kaas & Co', createdByName: 'vera@example.com' }
    const inbox = await shop.call('support.inbox', { session: operator })
    expect(inbox.body.data).toMatchObject([{ id, organisationId: shop.organisation.id, ...named }])
    expect((await act('get', id, member)).body).toMatchObject(named)
    expect((await act('answer', id, operator, { text: 'The printer is away.' })).body).toMatchObject({
      status: 'ANSWERED',
      messageCount: 2,
      messages: [{ author: 'MEMBER' }, { author: 'OPERATOR', text: 'The printer is away.' }],
    })
    expect((await act('reply', id, member, { text: 'Thanks.' })).body.status).toBe('OPEN')
    expect((await act('close', id, member)).body).toMatchObject({ status: 'CLOSED' })
    for (const [operation, session] of [
      ['reply', member],
      ['answer', operator],
      ['close', member],
    ] as const) {
      const refused = await act(operation, id, session, operation === 'close' ? undefined : { text: 'x' })
      expect(refused, operation).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    }
  })

  test('is found in the inbox by its organisation, even by an operator without membership', async () => {
    const { organisation } = await shop.another()
    const session = await shop.portal({ organisationId: organisation.id, email: 'anna@example.com' })
    const own = (await ask(question, session)).body.id
    const other = (await ask()).body.id
    const inbox = async (query = '') =>
      (await shop.call('support.inbox', { session: operator, query })).body.data.map(
        ({ id, organisationName, createdByName }: Record<string, string>) => [
          id,
          organisationName,
          createdByName,
        ],
      )
    expect(new Set(await inbox())).toEqual(
      new Set([
        [own, 'Another', 'anna@example.com'],
        [other, 'Kaas & Co', 'vera@example.com'],
      ]),
    )
    expect(await inbox(`filter[organisationId]=${organisation.id}`)).toEqual([
      [own, 'Another', 'anna@example.com'],
    ])
  })

  test('is mailed to the other side', async () => {
    shop.mailer.available = true
    const { id } = (await ask()).body
    await shop.settle()
    await act('answer', id, operator, { text: 'The printer is away.' })
    await shop.settle()
    const sent = shop.mailer.sent.map(({ to, subject, text }) => [
      to,
      subject,
      text.includes('printer is away'),
    ])
    expect(sent).toEqual([
      ['olaf@example.com', `[${id}] The run waits`, false],
      ['vera@example.com', `[${id}] The run waits`, true],
    ])
  })

  test('is refused to all others: other organisations, keys and members', async () => {
    const { id } = (await ask()).body
    const { organisation } = await shop.another()
    const stranger = await shop.portal({ organisationId: organisation.id })
    expect((await shop.call('support.get', { session: stranger, params: { id } })).status).toBe(404)
    expect((await shop.call('support.get', { params: { id } })).status).toBe(404)
    const owner = await shop.portal()
    expect((await act('answer', id, owner, { text: 'x' })).status).toBe(403)
    expect((await shop.call('support.inbox', { session: owner })).status).toBe(403)
    expect((await act('get', id, owner)).status).toBe(200)
  })

  test.each([
    [{ subject: '', text: '' }, ['subject', 'text']],
    [{ subject: 'a'.repeat(201), text: 'a'.repeat(10_001) }, ['subject', 'text']],
    [{ subject: 'a\nBcc: x', text: 'x' }, ['subject']],
    [{ subject: 'a' }, ['text']],
  ])('%j is refused with the field name', async (body, parameters) => {
    const answer = await ask(body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { parameter: string }) => error.parameter)).toEqual(parameters)
  })

  test('may be one of fifty open ones, but not of fifty-one', async () => {
    for (let count = 0; count < 50; count++) expect((await ask()).status).toBe(201)
    expect(await ask()).toMatchObject({ status: 409 })
    const list = await shop.call('support.list', { session: member, query: { include: 'total', limit: 1 } })
    expect(list.body.totalCount).toBe(50)
  })
})

describe('diagnostics', () => {
  test('show members what waits, and operators the state of the instance', async () => {
    const own = await shop.call('support.diagnostics')
    expect(own.body).toMatchObject({
      organisation: { id: shop.organisation.id, status: 'ACTIVE', isTest: false },
      webhooks: { endpoints: 0, disabled: 0, held: 0 },
      runs: { waiting: 0, failed: 0, uncertain: 0 },
      status: { store: 'OPERATIONAL' },
      instance: null,
    })
    const key = await shop.key('live', ['organisation.manage', 'platform.admin'])
    expect((await shop.call('support.diagnostics', { key })).body.instance).toMatchObject({
      printers: { live: 'folder', test: 'simulated' },
      unready: null,
    })
  })

  test('contain no secret', async () => {
    const key = await shop.key('live', ['organisation.manage', 'platform.admin', 'webhooks.manage'])
    const created = await shop.call('webhooks.create', {
      key,
      body: { url: 'https://hooks.example/secret-path', events: ['*'] },
    })
    expect(created.status).toBe(201)
    const text = JSON.stringify((await shop.call('support.diagnostics', { key })).body)
    for (const secret of [key, created.body.secret, 'secret-path']) expect(text).not.toContain(secret)
  })
})
