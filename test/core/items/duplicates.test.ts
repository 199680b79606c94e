import { describe, expect, test } from 'vitest'
import { mailingOf } from '../../../src/core/features/items/mailing.ts'
import { Recipients, readEarlier } from '../../../src/core/features/items/recipients.ts'
import type { Rows } from '../../../src/core/ports/store.ts'
import { createItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

const bram = { ...zoe, name: 'Bram Visser' }
const samePlace = { ...zoe, street: 'DAMRAK 12', houseNumber: null, postalCode: 'nl-1012lg', city: 'A’dam' }

describe('the same recipient within the window', () => {
  const days = 30
  const inWindow = async () => {
    const shop = await createItemShop()
    const postflowId = await shop.postflow({ duplicateWindowDays: days })
    return { shop, postflowId, first: await shop.create({ postflowId }) }
  }

  test('needs attention, unless confirmed by the sender', async () => {
    const { shop, postflowId, first } = await inWindow()
    const again = await shop.create({ postflowId, recipient: samePlace })
    expect(again).toMatchObject({
      status: 'NEEDS_ATTENTION',
      findings: [
        { code: 'duplicate_recipient', severity: 'error', message: expect.stringContaining(first.id) },
      ],
    })
    expect(again.findings[0].message).toContain('Cancel this item.')
    const insisted = await shop.act('items.patch', again.id, { body: { addressOverride: true } })
    expect(insisted.body).toMatchObject({
      status: 'SCHEDULED',
      findings: [{ code: 'duplicate_recipient', severity: 'warning' }],
    })
  })

  test('is distinguished from others at the address, and recognised in every spelling of the name', async () => {
    const { shop, postflowId } = await inWindow()
    const row = (name: string) => ({ postflowId, recipient: { ...zoe, name }, data: { firstName: 'B' } })
    const names = ['Ann Ångström', 'Bo Berg', 'ann  angstrom', '조 은', 'BO-BERG', '조 운']
    const { body } = await shop.call('items.createBulk', { body: { items: names.map(row) } })
    const statuses = body.results.map((result: { item: { status: string } }) => result.item.status)
    const [sent, again] = ['SCHEDULED', 'NEEDS_ATTENTION']
    expect(statuses).toEqual([sent, sent, again, sent, again, sent])
  })

  test('is distinguished from others at house numbers with the same digits', async () => {
    const { shop, postflowId } = await inWindow()
    const row = (houseNumber: string) => ({
      postflowId,
      recipient: { ...zoe, houseNumber },
      data: { firstName: 'Z' },
    })
    const numbers = ['1-11', '11-1', '111', '11 1']
    const { body } = await shop.call('items.createBulk', { body: { items: numbers.map(row) } })
    const statuses = body.results.map((result: { item: { status: string } }) => result.item.status)
    expect(statuses).toEqual(['SCHEDULED', 'SCHEDULED', 'SCHEDULED', 'NEEDS_ATTENTION'])
  })

  test('is recognised within one bulk request', async () => {
    const { shop, postflowId } = await inWindow()
    const row = { postflowId, recipient: bram, data: { firstName: 'B' } }
    const { body } = await shop.call('items.createBulk', { body: { items: [row, row] } })
    const statuses = body.results.map((result: { item: { status: string } }) => result.item.status)
    expect(statuses).toEqual(['SCHEDULED', 'NEEDS_ATTENTION'])
  })

  test('is searched in a few rows, however many were sent to the address or, confirmed, to one recipient', async () => {
    const { shop, postflowId, first } = await inWindow()
    const neighbours = Array.from({ length: 40 }, (_, n) => ({
      postflowId,
      recipient: { ...zoe, name: `Neighbour ${n}` },
      data: { firstName: 'N' },
    }))
    const insisted = Array.from({ length: 40 }, () => ({
      postflowId,
      recipient: zoe,
      addressOverride: true,
      data: { firstName: 'Z' },
    }))
    const { status } = await shop.call('items.createBulk', { body: { items: [...neighbours, ...insisted] } })
    expect(status).toBe(200)
    const { rowsRead, found } = await shop.services.store.read(async (rows) => {
      let rowsRead = 0
      const find: Rows['items']['find'] = async (...args) => {
        const items = await rows.items.find(...args)
        rowsRead += items.length
        return items
      }
      const scope = { organisationId: shop.organisation.id, mode: 'live' as const }
      const mailing = (await mailingOf(rows, scope, { postflowId, postbatchId: null }))!
      const candidates = [zoe, bram, { ...zoe, name: 'Neighbour 7' }].map((recipient) => ({
        id: 'itm_new',
        recipient,
        mailing,
        data: { firstName: 'Z' },
      }))
      const now = shop.services.clock.now()
      const earlier = await readEarlier({ items: { ...rows.items, find } }, scope, candidates, now)
      const recipients = new Recipients({ entries: new Map(), earlier })
      const found = candidates.map((one) => recipients.duplicateOf(mailing, one)?.item.recipientName)
      expect(recipients.duplicateOf(mailing, candidates[0]!)!.item.id).toBe(first.id)
      return { rowsRead, found }
    })
    expect(found).toEqual([zoe.name, undefined, 'Neighbour 7'])
    expect(rowsRead).toBeLessThan(12)
  })

  test.each([
    ['another recipient at the address', { recipient: bram }],
    ['another address', { recipient: { ...zoe, houseNumber: '14' } }],
  ])('is not recognised for %s', async (_name, changes) => {
    const { shop, postflowId } = await inWindow()
    expect((await shop.create({ postflowId, ...changes })).status).toBe('SCHEDULED')
  })

  test('is not recognised for another Postflow, a cancelled item, or one before the window', async () => {
    const { shop, postflowId, first } = await inWindow()
    expect((await shop.create()).status).toBe('SCHEDULED')
    await shop.act('items.cancel', first.id)
    const second = await shop.create({ postflowId })
    expect(second.status).toBe('SCHEDULED')
    shop.clock.advance(days * 86_400_000 + 1)
    expect((await shop.create({ postflowId })).status).toBe('SCHEDULED')
  })
})
