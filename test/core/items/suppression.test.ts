import { describe, expect, test } from 'vitest'
import { createItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

const bram = { ...zoe, name: 'Bram Visser' }
const samePlace = { ...zoe, street: 'DAMRAK 12', houseNumber: null, postalCode: 'nl-1012lg', city: 'A’dam' }

/** Entry, the Postflow's category and the recipient → whether the item is suppressed. */
const cases: [string, Record<string, unknown>, string | null, Record<string, unknown>, boolean][] = [
  ['an address', {}, null, zoe, true],
  ['an address, with any name', {}, null, bram, true],
  ['an address in another spelling', {}, null, samePlace, true],
  ['another house', {}, null, { ...zoe, houseNumber: '14' }, false],
  ['another country', {}, null, { ...zoe, country: 'BE', postalCode: '1000' }, false],
  ['a name at its address', { matchName: true }, null, zoe, true],
  ['a name in another spelling', { matchName: true }, null, { ...zoe, name: 'ZOE DE  VRIES' }, true],
  ['another name at the address', { matchName: true }, null, bram, false],
  ['a category', { advertisingCategory: 'retail' }, 'retail', zoe, true],
  ['another category', { advertisingCategory: 'retail' }, 'food', zoe, false],
  ['mail without a category', { advertisingCategory: 'retail' }, null, zoe, false],
  ['all mail, with or without a category', {}, 'food', zoe, true],
  ['a category and a name', { advertisingCategory: 'retail', matchName: true }, 'retail', bram, false],
]

describe('the suppression list', () => {
  test.each(cases)('with an entry for %s', async (_name, entry, category, recipient, suppressed) => {
    const shop = await createItemShop()
    const listed = await shop.call('suppressions.create', {
      body: { recipient: zoe, reason: 'opt_out', ...entry },
    })
    expect(listed.status).toBe(201)
    const postflowId = await shop.postflow({ advertisingCategory: category })
    const body = { postflowId, recipient, data: { firstName: 'Z' } }
    const tried = await shop.call('items.validate', { body })
    const item = await shop.create(body)
    const status = suppressed ? 'SUPPRESSED' : 'SCHEDULED'
    const suppression = suppressed
      ? {
          id: listed.body.id,
          reason: 'opt_out',
          advertisingCategory: listed.body.advertisingCategory,
          matchedBy: [
            'address',
            ...(entry.matchName ? ['name'] : []),
            ...(entry.advertisingCategory ? ['advertisingCategory'] : []),
          ],
        }
      : null
    expect(item).toMatchObject({ status, suppression })
    expect(tried.body).toMatchObject({ status, suppression, valid: !suppressed })
    expect(await shop.events(item.id)).toEqual(
      suppressed ? ['created', 'suppressed'] : ['created', 'ready', 'scheduled'],
    )
    expect((await shop.money()).reserved).toBe(suppressed ? 0 : item.priceCents)
  })

  test('is separate for each mode and organisation', async () => {
    const shop = await createItemShop()
    const { keys } = await shop.another()
    for (const key of [shop.keys.test, keys.live]) {
      expect(
        (await shop.call('suppressions.create', { key, body: { recipient: zoe, reason: 'moved' } })).status,
      ).toBe(201)
    }
    expect((await shop.create()).status).toBe('SCHEDULED')
    expect((await shop.call('suppressions.list')).body.data).toEqual([])
  })

  test('lets mail through after an entry is removed; suppressed items stay suppressed', async () => {
    const shop = await createItemShop()
    const entry = await shop.call('suppressions.create', { body: { recipient: zoe, reason: 'opt_out' } })
    const item = await shop.create()
    expect((await shop.act('suppressions.remove', entry.body.id)).status).toBe(204)
    expect((await shop.act('suppressions.remove', entry.body.id)).status).toBe(404)
    expect((await shop.create()).status).toBe('SCHEDULED')
    expect((await shop.act('items.get', item.id)).body).toMatchObject({
      status: 'SUPPRESSED',
      suppression: { id: entry.body.id, reason: 'opt_out', matchedBy: ['address'] },
    })
    expect((await shop.act('items.history', item.id)).body.data.at(-1).reason).toContain('opt_out')
  })

  test('refuses an entry that could match nothing', async () => {
    const shop = await createItemShop()
    const refused = await shop.call('suppressions.create', {
      body: { recipient: { country: 'NL' }, reason: 'opt_out', matchName: true },
    })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map((error: { parameter: string }) => error.parameter)).toEqual([
      'recipient.name',
      'recipient.street',
      'recipient.city',
    ])
    const category = await shop.call('suppressions.create', {
      body: { recipient: zoe, reason: 'because', advertisingCategory: 'none' },
    })
    expect(category.body.errors).toMatchObject([
      { parameter: 'reason', code: 'unknown' },
      { parameter: 'advertisingCategory', code: 'unknown' },
    ])
  })

  test('lists entries by reason and category', async () => {
    const shop = await createItemShop()
    for (const reason of ['opt_out', 'moved']) {
      await shop.call('suppressions.create', {
        body: {
          recipient: { ...zoe, houseNumber: reason === 'moved' ? '12' : '14' },
          reason,
          advertisingCategory: 'retail',
        },
      })
    }
    const list = await shop.call('suppressions.list', {
      query: { 'filter[reason]': 'moved', 'filter[advertisingCategory]': 'retail' },
    })
    expect(list.body.data).toMatchObject([{ reason: 'moved', matchName: false, addressKey: 'NL|1012LG|12' }])
  })
})

describe('mail stopped by a reason', () => {
  /** Reason → whether mail without a category, and with one, is stopped. */
  const rules: Record<string, [transactional: boolean, advertising: boolean]> = {
    opt_out: [true, true],
    moved: [true, true],
    deceased: [true, true],
    returned: [true, true],
    erasure: [true, true],
    legal: [true, true],
    register: [false, true],
    sticker: [false, true],
    other: [false, true],
    complaint: [false, true],
    barred: [true, true],
  }
  const shopWithReasons = async (options = {}) => {
    const shop = await createItemShop(options)
    for (const [key, stops] of Object.entries({ complaint: 'ADVERTISING', barred: 'ALL' })) {
      const { status } = await shop.call('suppressionReasons.create', { body: { key, label: key, stops } })
      expect(status).toBe(201)
    }
    return shop
  }
  const each = Object.entries(rules).map(([reason, [transactional, advertising]]) => ({
    reason,
    stopped: [transactional, advertising, false] as const,
  }))
  const kinds = [
    { advertisingCategory: null, entry: {} },
    { advertisingCategory: 'food', entry: {} },
    // An entry for one category stops no other mail, whatever its reason.
    { advertisingCategory: 'food', entry: { advertisingCategory: 'retail' } },
  ]
  const tables = each.flatMap(({ reason, stopped }) =>
    kinds.map((kind, index) => ({ reason, ...kind, stopped: stopped[index]! })),
  )

  test('is tested here for every reason', async () => {
    const shop = await shopWithReasons()
    const { body } = await shop.call('suppressionReasons.list')
    const declared = Object.fromEntries(
      body.data.map(({ key, stops }: Record<string, string>) => [key, stops]),
    )
    expect(declared).toEqual(
      Object.fromEntries(each.map(({ reason, stopped }) => [reason, stopped[0] ? 'ALL' : 'ADVERTISING'])),
    )
  })

  test.each(tables)('$reason ($entry) for mail of category $advertisingCategory: $stopped', async (row) => {
    const { reason, entry, advertisingCategory, stopped } = row
    const shop = await shopWithReasons({ clock: '2026-01-05T08:00:00Z' })
    const postflowId = await shop.postflow({ advertisingCategory })
    const early = await shop.create({ postflowId })
    const body = { recipient: zoe, reason, ...entry }
    const listed = (await shop.call('suppressions.create', { body })).body
    const check = await shop.call('suppressions.check', { body: { recipient: zoe, advertisingCategory } })
    expect(check.body.suppressed).toBe(stopped)
    const late = await shop.create({ postflowId })
    expect(late.suppression?.id ?? null).toBe(stopped ? listed.id : null)
    // Existing items are checked again at the cutoff.
    await shop.advance('2026-01-05T09:00:00Z')
    expect((await shop.row(early.id)).status).toBe(stopped ? 'SUPPRESSED' : 'IN_PRODUCTION')
  })

  test('a recipient’s own opt-out applies in addition to a register with the same address', async () => {
    const shop = await createItemShop()
    const list = async (reason: string) =>
      (await shop.call('suppressions.create', { body: { recipient: zoe, reason } })).body
    const register = await list('register')
    expect((await shop.create()).status).toBe('SCHEDULED')
    const own = await list('opt_out')
    expect(own).toMatchObject({ stops: 'ALL', reason: 'opt_out' })
    expect(own.id).not.toBe(register.id)
    expect(await shop.create()).toMatchObject({ status: 'SUPPRESSED', suppression: { id: own.id } })
  })

  test('a custom reason declares what it stops', async () => {
    const shop = await createItemShop()
    for (const body of [{ label: 'Shop' }, { label: 'Shop', stops: 'SOME' }]) {
      expect(await shop.call('suppressionReasons.create', { body })).toMatchObject({
        status: 422,
        body: { errors: [{ parameter: 'stops' }] },
      })
    }
  })
})
