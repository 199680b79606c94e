import ipp from '@sealsystems/ipp'
import { describe, expect, test } from 'vitest'
import { decodeAnswer, encodeRequest } from '../../src/adapters/print-ipp/codec.ts'

const own = { 'printer-uri': 'ipp://office.example/ipp/print', 'requesting-user-name': 'Zoë' }
const common = { 'attributes-charset': 'utf-8', 'attributes-natural-language': 'en' }
const answer = (more: object) =>
  ipp.serialize({
    version: '2.0',
    statusCode: 'successful-ok',
    id: 1,
    'operation-attributes-tag': common,
    ...more,
  })
const plain = (of: readonly ReadonlyMap<string, unknown>[]) => of.map((group) => Object.fromEntries(group))

describe('a request of IPP', () => {
  test('is decoded correctly by a library', () => {
    const job = { sides: 'two-sided-long-edge', media: 'iso_a4_210x297mm', 'job-hold-until': 'indefinite' }
    const named = { ...own, 'job-name': 'run.1.part.pdf', 'document-format': 'application/pdf' }
    expect(ipp.parse(Buffer.from(encodeRequest('Print-Job', named, job)))).toMatchObject({
      version: '2.0',
      operation: 'Print-Job',
      id: 1,
      'operation-attributes-tag': { ...common, ...named },
      'job-attributes-tag': job,
    })
    for (const operation of ['Cancel-Job', 'Release-Job'] as const) {
      const parsed = ipp.parse(Buffer.from(encodeRequest(operation, { ...own, 'job-id': 70_000 })))
      expect(parsed).toMatchObject({ operation, 'operation-attributes-tag': { 'job-id': 70_000 } })
      expect(parsed).not.toHaveProperty('job-attributes-tag')
    }
  })

  test('has sets of values, and the charset first, as RFC 8011 requires', () => {
    const requested = { 'requested-attributes': ['job-id', 'job-name'], 'which-jobs': 'completed' }
    const bytes = encodeRequest('Get-Jobs', { ...requested, ...own })
    const parsed = ipp.parse(Buffer.from(bytes))
    expect(parsed['operation-attributes-tag']).toMatchObject(requested)
    expect(Object.keys(parsed['operation-attributes-tag'] as object).slice(0, 3)).toEqual([
      'attributes-charset',
      'attributes-natural-language',
      'printer-uri',
    ])
  })

  test('refuses a value that is too long for IPP', () => {
    expect(() => encodeRequest('Get-Jobs', { 'printer-uri': 'x'.repeat(0x7fff) })).not.toThrow()
    expect(() => encodeRequest('Get-Jobs', { 'printer-uri': 'x'.repeat(0x8000) })).toThrow('too long')
  })
})

describe('a response of a printer', () => {
  test('is decoded with text, numbers, sets and several jobs', async () => {
    const printer = {
      'printer-is-accepting-jobs': true,
      'color-supported': false,
      'operations-supported': ['Print-Job', 'Release-Job'],
      'sides-supported': ['one-sided', 'two-sided-long-edge'],
    }
    expect(plain((await decodeAnswer(answer({ 'printer-attributes-tag': printer }))).printer)).toEqual([
      {
        'printer-is-accepting-jobs': [true],
        'color-supported': [false],
        'operations-supported': [2, 13],
        'sides-supported': ['one-sided', 'two-sided-long-edge'],
      },
    ])
    const jobs = [
      { 'job-id': 70_000, 'job-name': 'Zoë', 'job-state': 'pending-held' },
      { 'job-id': 2, 'job-name': 'run', 'job-state': 'completed' },
    ]
    const { status, job } = await decodeAnswer(answer({ 'job-attributes-tag': jobs }))
    expect([status, plain(job)]).toEqual([
      'successful',
      [
        { 'job-id': [70_000], 'job-name': ['Zoë'], 'job-state': [4] },
        { 'job-id': [2], 'job-name': ['run'], 'job-state': [9] },
      ],
    ])
  })

  test.each([
    'client-error-not-possible',
    'client-error-not-found',
    'client-error-document-format-not-supported',
    'client-error-document-access-error',
    'server-error-operation-not-supported',
    'server-error-busy',
    'server-error-multiple-document-jobs-not-supported',
  ])('says %s', async (statusCode) => {
    expect((await decodeAnswer(answer({ statusCode }))).status).toBe(statusCode)
  })

  test('keeps the number of an unnamed status', async () => {
    const bytes = Uint8Array.from(answer({}))
    bytes.set([0x04, 0xee], 2)
    expect((await decodeAnswer(bytes)).status).toBe('client-error-0x04ee')
  })

  test('skips collections and unused kinds of values', async () => {
    const value = (tag: number, name: string, bytes: number[]) => [
      ...[tag, 0, name.length, ...Buffer.from(name)],
      ...[0, bytes.length, ...bytes],
    ]
    const bytes = [
      ...[2, 0, 0, 0, 0, 0, 0, 1, 0x04],
      ...value(0x34, 'media-col', []),
      ...value(0x4a, '', [...Buffer.from('x')]),
      ...value(0x34, '', []),
      ...value(0x21, '', [0, 0, 0, 1]),
      ...[...value(0x37, '', []), ...value(0x37, '', [])],
      ...value(0x32, 'resolution', [0, 0, 1, 44, 0, 0, 1, 44, 3]),
      ...value(0x13, 'none', []),
      ...value(0x36, 'job-name', [0, 2, ...Buffer.from('en'), 0, 3, ...Buffer.from('run')]),
      0x03,
    ]
    expect(plain((await decodeAnswer(Uint8Array.from(bytes))).printer)).toEqual([{ 'job-name': ['run'] }])
  })

  test('has ten thousand groups at most', async () => {
    const groups = (count: number) => Uint8Array.from([2, 0, 0, 0, 0, 0, 0, 1, ...Array(count).fill(2), 3])
    expect((await decodeAnswer(groups(10_000))).job).toHaveLength(10_000)
    await expect(decodeAnswer(groups(10_001))).rejects.toThrow('more than 10000 groups')
  })

  test('that breaks off anywhere is an error, never a partial response', async () => {
    const whole = Uint8Array.from(answer({ 'job-attributes-tag': { 'job-id': 7, 'job-name': 'run' } }))
    for (let length = 0; length < whole.length; length++) {
      await expect(decodeAnswer(whole.subarray(0, length)), String(length)).rejects.toThrow(
        /not IPP|breaks off/,
      )
    }
  })

  /** A response of one group with this many empty values, five bytes each. */
  const values = (count: number) => {
    const bytes = new Uint8Array(10 + 5 * count)
    bytes.set([2, 0, 0, 0, 0, 0, 0, 1, 0x04])
    for (let at = 9; at < bytes.length - 1; at += 5) bytes[at] = 0x44
    bytes[bytes.length - 1] = 3
    return bytes
  }

  test('has two hundred thousand values at most', async () => {
    expect((await decodeAnswer(values(200_000))).status).toBe('successful')
    await expect(decodeAnswer(values(200_001))).rejects.toThrow('more than 200000 values')
  })

  test('yields to other work between values and groups', async () => {
    let turns = 0
    const counting = {
      rest: () => {
        turns++
        return undefined
      },
    }
    await decodeAnswer(values(10_000), counting)
    expect(turns).toBe(20)
    const groups = Uint8Array.from([2, 0, 0, 0, 0, 0, 0, 1, ...Array(10_000).fill(2), 3])
    await decodeAnswer(groups, counting)
    expect(turns).toBe(40)
  })
})
