import { expect, it } from 'vitest'
import { addressOf, nameOfPlace, parseS3Address } from '../../src/adapters/blobs-s3/place.ts'

it.each([
  ['s3://letters?region=eu-west-1', 'https://letters.s3.eu-west-1.amazonaws.com/a/b'],
  ['s3://letters/shop/1/?region=eu-west-1', 'https://letters.s3.eu-west-1.amazonaws.com/shop/1/a/b'],
  ['s3://letters?region=cn-north-1', 'https://letters.s3.cn-north-1.amazonaws.com.cn/a/b'],
  ['s3://letters?endpoint=http://minio:9000', 'http://minio:9000/letters/a/b'],
  ['s3://letters/p?endpoint=https://host.example/s3/', 'https://host.example/s3/letters/p/a/b'],
  ['s3://letters?endpoint=https://host.example&addressing=host', 'https://letters.host.example/a/b'],
  ['s3://letters?region=eu-west-1&addressing=path', 'https://s3.eu-west-1.amazonaws.com/letters/a/b'],
])('%s stores its files at %s', (text, expected) => {
  const place = parseS3Address(text)
  expect(addressOf(place, place.endpoint, 'a/b').href).toBe(expected)
})

it('names a place without its server', () => {
  expect(nameOfPlace(parseS3Address('s3://letters/shop?region=eu-west-1'))).toBe('s3://letters/shop/')
})

it.each([
  ['letters', /takes an address such as/],
  ['https://letters.example', /takes an address such as/],
  ['s3://letters', /has neither an endpoint nor a region/],
  ['s3://key:secret@letters?region=eu-west-1', /credentials do not belong in the address/],
  ['s3://letters:90?region=eu-west-1', /takes an address such as/],
  ['s3://ab?region=eu-west-1', /“ab” is not a bucket name/],
  ['s3://Le_tters?region=eu-west-1', /is not a bucket name/],
  ['s3://letters/Shop?region=eu-west-1', /“Shop” cannot be in a prefix/],
  ['s3://letters/~x?region=eu-west-1', /“~x” cannot be in a prefix/],
  [`s3://letters/${'x'.repeat(201)}?region=eu-west-1`, /longer than 200/],
  ['s3://letters?region=EU%20West', /is not a region/],
  ['s3://letters?endpoint=minio', /endpoint takes an address/],
  ['s3://letters?endpoint=https://u:p@minio', /endpoint takes an address/],
  ['s3://letters?region=eu-west-1&addressing=both', /addressing is path or host/],
  ['s3://letters?region=eu-west-1&downloads=yes', /downloads takes an address/],
  ['s3://letters?region=eu-west-1&secret=x', /unknown parameter secret/],
  ['s3://letters?region=eu-west-1&region=eu-west-2', /region is given more than once/],
])('refuses %s', (text, reason) => {
  expect(() => parseS3Address(text)).toThrow(reason)
})
