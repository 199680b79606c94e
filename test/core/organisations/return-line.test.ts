import { expect, test } from 'vitest'
import { createMailShop } from '../../support/mail.ts'
import { before, cutoff } from '../../support/packages.ts'

const plain = 'Kaas & Co · Keizersgracht 123 · 1015 CJ  AMSTERDAM'

test.each([
  { posted: 'NL', from: 'NL', to: 'NL', postalCode: '1016 GV', line: plain },
  { posted: 'NL', from: 'NL', to: 'DE', postalCode: '10115', line: `${plain} · NETHERLANDS` },
  {
    posted: 'NL',
    from: 'DE',
    to: 'NL',
    postalCode: '1016 GV',
    line: 'Kaas & Co · Damm 1 · 10115 BERLIN · GERMANY',
  },
  {
    posted: 'NL',
    from: 'DE',
    to: 'DE',
    postalCode: '10115',
    line: 'Kaas & Co · Damm 1 · 10115 BERLIN · GERMANY',
  },
  { posted: 'DE', from: 'DE', to: 'DE', postalCode: '10115', line: 'Kaas & Co · Damm 1 · 10115 Berlin' },
])('posted in $posted and sent to $to, the sender in $from reads “$line”', async (mail) => {
  const shop = await createMailShop({ clock: before, organisation: { country: mail.posted } })
  if (mail.from === 'DE') {
    const address = {
      companyName: 'Kaas & Co',
      street: 'Damm',
      houseNumber: '1',
      postalCode: '10115',
      city: 'Berlin',
      country: 'DE',
    }
    const body = { name: 'Berlin', address, isDefault: true }
    const created = await shop.call('returnAddresses.create', { body })
    expect(created).toMatchObject({ status: 201 })
    const params = { id: shop.postflow('test') }
    const patched = await shop.call('postflows.patch', {
      key: shop.keys.test,
      params,
      body: { returnAddressId: created.body.id },
    })
    expect(patched).toMatchObject({ status: 200 })
  }
  await shop.post({ mode: 'test', country: mail.to, postalCode: mail.postalCode })
  await shop.advanceTestClock(cutoff)
  expect(shop.renderer.rendered.map(({ returnLine }) => returnLine)).toEqual([mail.line])
})
