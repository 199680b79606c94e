import { beforeEach, describe, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop()
})

const create = (url: string) => shop.call('webhooks.create', { body: { url, events: ['*'] } })
const parametersOf = ({ body }: { body: { errors?: { parameter: string }[] } }) =>
  body.errors?.map(({ parameter }) => parameter)

describe('the URL of an endpoint is used as written', () => {
  test.each([
    'https:///x',
    'https:/example.com/x',
    'https:example.com/x',
    'https:////example.com',
    'https://.com/',
    'https://./',
    'https://../',
    'https://a..example.com/',
    'https://example.com../',
    'https://。/',
    'https://ex%61mple.com/',
    'https://exa\u00admple.com/',
    'https://?a',
    `https://${'a'.repeat(64)}.com/`,
  ])('refuses %s, which contains no host as written', async (address) => {
    const response = await create(address)
    expect([response.status, parametersOf(response)]).toEqual([422, ['url']])
  })

  test.each([
    'https://example.com',
    'HTTPS://EXAMPLE.COM./a',
    'https://bäckerei.example/a?b=%20#c',
    'https://[2606:4700::1111]:8443/a',
    'https://8.8.8.8/a',
  ])('accepts %s', async (address) => {
    expect(await create(address)).toMatchObject({ status: 201, body: { url: address } })
  })
})
