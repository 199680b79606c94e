import { describe, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../../support/shop.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')

const blobs = async (shop: TestShop) => {
  const keys: string[] = []
  for await (const key of shop.services.blobs.list('')) keys.push(key)
  return keys
}

describe('bytes of another kind', () => {
  test.each([
    ['a CSV that is a PDF', 'CSV', '%PDF-1.7\n', 'PDF'],
    ['a CSV that is a spreadsheet', 'CSV', 'PK\x03\x04\x14\0', 'ZIP'],
    ['a workbook that is a CSV', 'XLSX', 'name;city\n', 'text'],
    ['a workbook that is a PDF', 'XLSX', '%PDF-1.7\n', 'PDF'],
    ['a CSV that is a program', 'CSV', '\x7fELF\x02\x01\x01\0\0\0', 'a file of unknown type'],
    [
      'a CSV with many zero bytes further on',
      'CSV',
      `${'name;city\n'.repeat(1000)}${'\0'.repeat(300)}`,
      'zero bytes',
    ],
    ['an image that is an SVG', 'IMAGE', '<?xml version="1.0"?>\n<!-- x --><svg onload="x">', 'SVG'],
    ['an image that is a web page', 'IMAGE', '<!DOCTYPE html><script>1</script>', 'web page'],
    ['an image that is a GIF', 'IMAGE', 'GIF89a\x01\0\x01\0', 'GIF'],
    ['a drawing that is a picture', 'DRAWING', '\xff\xd8\xff\xe0', 'JPEG'],
    ['an image that is a HEIC', 'IMAGE', '\0\0\0\x18ftypheic', 'HEIC'],
    ['an image that is a BMP', 'IMAGE', 'BM\x36\x10\0\0\0\0\0\0\x36\0\0\0', 'Save it as PNG'],
    ['an image that is JPEG 2000', 'IMAGE', '\0\0\0\x0cjP  \r\n\x87\n', 'JPEG 2000'],
    ['an image that is a JPEG 2000 codestream', 'IMAGE', '\xff\x4f\xff\x51\0\x2f', 'JPEG 2000'],
    ['an image that is JPEG XL', 'IMAGE', '\xff\x0a\xfa\x1f\x01', 'JPEG XL'],
    ['an image that is JPEG XL in a container', 'IMAGE', '\0\0\0\x0cJXL \r\n\x87\n', 'JPEG XL'],
    ['an image that is a Photoshop document', 'IMAGE', '8BPS\0\x01\0\0\0\0\0\0', 'Photoshop'],
    ['an image that is a BigTIFF', 'IMAGE', 'II+\0\x08\0\0\0', 'BigTIFF'],
    ['an image that is a BigTIFF in the other byte order', 'IMAGE', 'MM\0+\0\x08\0\0', 'BigTIFF'],
    ['an image that is a PDF', 'IMAGE', '%PDF-1.7\n', 'Upload it as a PDF'],
    ['an image that is EPS', 'IMAGE', '%!PS-Adobe-3.0 EPSF-3.0\n', 'Save it as PDF'],
    ['an image that is EPS with a preview', 'IMAGE', '\xc5\xd0\xd3\xc6\x20\0\0\0', 'Save it as PDF'],
    ['a CSV that is a PDF after a line of an email', 'CSV', 'X-Name: a\r\n%PDF-1.7\n', 'PDF'],
    ['a PDF that is a JPEG', 'PDF', '\xff\xd8\xff\xe0', 'JPEG'],
    ['a PDF with something before it', 'PDF', 'GIF89a %PDF-1.7', 'GIF'],
    ['a font that is a PDF', 'FONT', '%PDF-1.7\n', 'PDF'],
  ])('%s is refused with its real type and not stored', async (_what, kind, content, message) => {
    const shop = await createTestShop()
    const { status, body } = await shop.call('uploads.create', {
      query: { kind, name: 'honest.csv' },
      bytes: bytes(content),
    })
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'body', location: 'body', code: 'file_kind' }] },
    })
    expect(body.detail).toContain(message)
    expect(await blobs(shop)).toEqual([])
  })
})
