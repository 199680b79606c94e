import { beforeEach, describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { dieAfterWrites } from '../../support/mortal-store.ts'
import type { PortalSession } from '../../support/portal.ts'
import { createPostbatchShop, type PostbatchShop, people } from '../../support/postbatches.ts'
import { zoe } from '../../support/recipients.ts'

let shop: PostbatchShop
beforeEach(async () => {
  shop = await createPostbatchShop()
})

const settings = async (session: PortalSession) => (await shop.call('profile.notices', { session })).body
const choose = (session: PortalSession, body: Record<string, unknown>) =>
  shop.call('profile.patchNotices', { session, body })
const mailed = async (session: PortalSession): Promise<string[]> =>
  (await settings(session)).notices
    .filter((notice: { mailed: boolean }) => notice.mailed)
    .map(({ kind }: { kind: string }) => kind)
/** Returns who got which mails, sorted by name and subject. */
const mails = () =>
  shop.mailer.sent.map(({ to, subject }) => `${to.split('@')[0]}: ${subject.replace(/ \(.*/, '')}`).sort()

const toApprove = async (): Promise<string> => {
  const postflowId = await shop.postflow({ approval: 'PER_ITEM' })
  return (await shop.create({ postflowId })).id
}

describe('a member’s notices', () => {
  test.each([
    [
      'owner',
      ['POSTBATCH_REJECTED', 'IMPORT_FAILED', 'BALANCE_LOW', 'SPENDING_CAP_REACHED', 'ENDPOINT_DISABLED'],
    ],
    ['developer', ['POSTBATCH_REJECTED', 'IMPORT_FAILED', 'ENDPOINT_DISABLED']],
    ['editor', ['POSTBATCH_REJECTED', 'IMPORT_FAILED']],
    ['finance', ['BALANCE_LOW', 'SPENDING_CAP_REACHED']],
    ['approver', ['APPROVAL_WAITING']],
    ['viewer', []],
  ])('default for the role %s to %j', async (role, kinds) => {
    expect(await mailed(await shop.portal({ role }))).toEqual(kinds)
  })

  test('include only those that the member’s permissions allow', async () => {
    const { notices, available } = await settings(await shop.portal({ role: 'viewer' }))
    expect({ notices, available }).toEqual({
      available: true,
      notices: [
        { kind: 'POSTBATCH_REJECTED', mailed: false, byDefault: false },
        { kind: 'RUN_HANDED_OVER', mailed: false, byDefault: false },
        { kind: 'IMPORT_FAILED', mailed: false, byDefault: false },
      ],
    })
  })

  test('can be selected individually and reset to the default', async () => {
    const session = await shop.portal({ role: 'editor' })
    expect((await choose(session, { RUN_HANDED_OVER: true, IMPORT_FAILED: false })).status).toBe(200)
    expect(await mailed(session)).toEqual(['POSTBATCH_REJECTED', 'RUN_HANDED_OVER'])
    await choose(session, { IMPORT_FAILED: null })
    expect(await mailed(session)).toEqual(['POSTBATCH_REJECTED', 'RUN_HANDED_OVER', 'IMPORT_FAILED'])
  })

  test('belong to one organisation', async () => {
    const other = await shop.another()
    const stranger = await shop.portal({ organisationId: other.organisation.id })
    await choose(stranger, { RUN_HANDED_OVER: true })
    expect(await mailed(await shop.portal({ role: 'viewer' }))).toEqual([])
  })

  test.each([
    ['an unknown kind', { LETTER_LOST: true }, 422],
    ['a word instead of a boolean', { BALANCE_LOW: 'yes' }, 422],
  ])('refuse %s', async (_what, body, status) => {
    expect((await choose(await shop.portal(), body)).status).toBe(status)
  })

  test('are not available to a key, and cannot be changed by an operator who is not a member', async () => {
    expect((await shop.call('profile.notices')).status).toBe(404)
    const session = await shop.portal({ operator: true })
    const answer = await shop.call('profile.patchNotices', {
      session,
      organisationId: shop.organisation.id,
      body: { BALANCE_LOW: true },
    })
    expect(answer.status).toBe(404)
  })
})

describe('items that wait for approval', () => {
  test('are reported once gathered, to members who may approve them', async () => {
    await shop.portal({ role: 'approver', email: 'bram@example.com' })
    await shop.portal({ role: 'viewer', email: 'viewer@example.com' })
    await toApprove()
    await toApprove()
    await shop.validated(people(2))
    expect(mails()).toEqual([])
    await shop.advance(5 * minuteMs)
    expect(mails()).toEqual(['bram: Mail waits for your approval'])
    expect(shop.mailer.sent[0]!.text).toContain('2 pieces and 1 mailing wait for approval.')
    expect(shop.mailer.sent[0]!.text).toContain('http://mail.example/portal/postbatches')
  })

  test('are reported at most once an hour, and not again without new ones', async () => {
    await shop.portal({ role: 'approver' })
    await toApprove()
    await shop.advance(5 * minuteMs)
    await toApprove()
    await shop.advance(30 * minuteMs)
    expect(mails()).toHaveLength(1)
    await shop.advance(30 * minuteMs)
    expect(mails()).toHaveLength(2)
    expect(shop.mailer.sent[1]!.text).toContain('2 pieces wait for approval.')
    await shop.advance(5 * hourMs)
    expect(mails()).toHaveLength(2)
  })

  test('are not reported once none is left, nor in test mode', async () => {
    await shop.portal({ role: 'approver' })
    await shop.act('items.approve', await toApprove())
    const postflowId = await shop.postflow({ approval: 'PER_ITEM' }, shop.keys.test)
    await shop.create({ postflowId }, shop.keys.test)
    await shop.advance(10 * minuteMs)
    expect(mails()).toEqual([])
  })

  test('are not reported to members who lost the permission or were disabled before the mail', async () => {
    const [demoted, disabled] = [
      await shop.portal({ role: 'approver' }),
      await shop.portal({ role: 'approver' }),
    ]
    await toApprove()
    await shop.services.store.write(async (rows) => {
      await rows.members.updateWhere(everyone, { userId: demoted.user.id }, { roles: ['viewer'] })
      await rows.users.update(everyone, disabled.user.id, { status: 'DISABLED' })
    })
    await shop.advance(5 * minuteMs)
    expect(mails()).toEqual([])
  })
})

describe('a mail', () => {
  test('that fails is retried under the same id, and delays no other', async () => {
    await shop.portal({ role: 'approver', email: 'anna@example.com' })
    await shop.portal({ role: 'approver', email: 'bram@example.com' })
    const send = shop.mailer.send.bind(shop.mailer)
    const tried: string[] = []
    shop.mailer.send = async (mail) => {
      tried.push(mail.messageId)
      if (tried.length === 1) throw new Error('The mail server is down.')
      return send(mail)
    }
    await toApprove()
    await shop.advance(5 * minuteMs)
    expect(mails()).toHaveLength(1)
    await shop.advance(minuteMs)
    expect(mails()).toEqual(['anna: Mail waits for your approval', 'bram: Mail waits for your approval'])
    expect(tried).toHaveLength(3)
    expect(new Set(tried).size).toBe(2)
  })

  test('is neither lost nor duplicated by a crash at any write', async () => {
    for (let writes = 0; ; writes++) {
      const mailShop = await createPostbatchShop()
      await mailShop.portal({ role: 'approver', email: 'anna@example.com' })
      await mailShop.portal({ role: 'approver', email: 'bram@example.com' })
      const postflowId = await mailShop.postflow({ approval: 'PER_ITEM' })
      await mailShop.create({ postflowId })
      await mailShop.settle()
      const death = dieAfterWrites(mailShop.services.store, writes, mailShop.core.scheduler)
      await mailShop.advance(5 * minuteMs).catch(() => {})
      const died = await death.over()
      await mailShop.core.scheduler.reap({ all: true })
      await mailShop.advance(30 * minuteMs)
      const ids = new Set(mailShop.mailer.sent.map(({ to, messageId }) => `${to} ${messageId}`))
      expect([...ids].map((id) => id.split('@')[0]).sort(), `killed after ${writes} writes`).toEqual([
        'anna',
        'bram',
      ])
      await mailShop.core.close()
      if (!died) break
    }
  })
})

describe('a rejected mailing', () => {
  const reject = async (session: PortalSession) => {
    const id = await shop.validated(people(1))
    await shop.step('postbatches.reject', id, { session, body: { reason: 'Zoë has moved.' } })
    return id
  }

  test('is reported to members who prepare mailings, naming the rejecting member but not the reason', async () => {
    await shop.portal({ role: 'editor', email: 'anna@example.com' })
    await shop.portal({ role: 'viewer', email: 'vera@example.com' })
    const id = await reject(await shop.portal({ role: 'approver', email: 'bram@example.com' }))
    expect(mails()).toEqual(['anna: A mailing was sent back'])
    expect(shop.mailer.sent[0]!.text).toContain('bram sent the mailing “Spring” back.')
    expect(shop.mailer.sent[0]!.text).toContain(`/portal/postbatches/${id}`)
    expect(shop.mailer.sent[0]!.text).not.toContain('moved')
  })

  test('is not reported to the member who rejected it', async () => {
    await reject(await shop.portal({ role: 'owner' }))
    expect(mails()).toEqual([])
  })

  test('is not reported after a correction, nor in test mode', async () => {
    await shop.portal({ role: 'editor' })
    const key = shop.keys.test
    const tried = await shop.draft(people(1), {}, key)
    await shop.step('postbatches.validate', tried, { key })
    await shop.step('postbatches.reject', tried, { key, body: { reason: 'No.' } })
    const id = await shop.validated(people(1))
    const params = { id }
    await shop.call('postbatches.reject', { params, body: { reason: 'No.' } })
    await shop.call('postbatches.validate', { params })
    await shop.settle()
    expect(mails()).toEqual([])
  })
})

describe('other notices', () => {
  test('a run that went to the printer is reported to subscribed members', async () => {
    const session = await shop.portal({ role: 'viewer', email: 'vera@example.com' })
    await choose(session, { RUN_HANDED_OVER: true })
    const { runId } = await shop.create()
    const run = await shop.services.store.read((rows) => rows.runs.get(everyone, runId))
    await shop.advance(new Date(run!.cutoffAt).toISOString())
    await shop.advance(10 * minuteMs)
    expect(mails()).toEqual(['vera: A print run went to the printer'])
    expect(shop.mailer.sent[0]!.text).toContain('with 1 piece.')
    expect(shop.mailer.sent[0]!.text).toContain(`/portal/runs/${runId}`)
  })

  test('a low balance is reported to members who pay', async () => {
    await shop.portal({ role: 'finance', email: 'fin@example.com' })
    await shop.portal({ role: 'viewer', email: 'vera@example.com' })
    await shop.services.store.write((rows) =>
      rows.accounts.update(everyone, shop.organisation.id, {
        lowThresholdCents: 99_999_999,
        lowBalanceNotified: false,
      }),
    )
    await shop.create()
    await shop.settle()
    expect(mails()).toEqual(['fin: The balance is low'])
  })

  test('a disabled endpoint is not reported to a developer who opted out', async () => {
    const session = await shop.portal({ role: 'developer' })
    await choose(session, { ENDPOINT_DISABLED: false })
    expect(await mailed(session)).not.toContain('ENDPOINT_DISABLED')
  })
})

describe('a reached spending cap', () => {
  const cap = async (session: PortalSession, spendingCapCents: number | null) => {
    await shop.call('billing.patchSettings', { session, body: { spendingCapCents } })
    await shop.settle()
  }

  test('is reported once to members who may set it, and to subscribers', async () => {
    const finance = await shop.portal({ role: 'finance', email: 'fin@example.com' })
    const viewer = await shop.portal({ role: 'finance', email: 'nora@example.com' })
    await choose(viewer, { SPENDING_CAP_REACHED: false })
    await shop.portal({ role: 'viewer', email: 'vera@example.com' })
    await cap(finance, 0)
    await shop.create()
    await shop.settle()
    await shop.create({ recipient: { ...zoe, houseNumber: '99' } })
    await shop.settle()
    expect(mails()).toEqual(['fin: A spending cap was reached'])
    expect(shop.mailer.sent[0]!.text).toContain('spending cap of €0.00 for ')
    expect(shop.mailer.sent[0]!.text).toContain('/portal/balance/spending')
  })

  test('of a key is reported with the key’s name', async () => {
    await shop.portal({ role: 'finance', email: 'fin@example.com' })
    const body = { name: 'Web shop', mode: 'live', scopes: 'all', spendingCapCents: 0 }
    const made = await shop.call('developers.createKey', { session: await shop.portal(), body })
    await shop.create({}, made.body.key)
    await shop.settle()
    expect(mails()).toContain('fin: A spending cap was reached')
    expect(shop.mailer.sent[0]!.text).toContain(
      'The API key “Web shop” reached its spending cap of €0.00 for ',
    )
  })

  test('that was removed in the meantime is not reported', async () => {
    const finance = await shop.portal({ role: 'finance', email: 'fin@example.com' })
    await cap(finance, 0)
    await shop.create()
    await shop.call('billing.patchSettings', { session: finance, body: { spendingCapCents: null } })
    await shop.settle()
    expect(mails()).toEqual([])
  })
})
