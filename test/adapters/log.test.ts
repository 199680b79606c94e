import { describe, expect, it } from 'vitest'
import { createLog } from '../../src/adapters/system/log.ts'
import type { LogFields } from '../../src/core/ports/system.ts'

const capture = (options: { readable?: boolean; level?: 'warn' } = {}) => {
  const lines: string[] = []
  return { lines, log: createLog({ ...options, destination: { write: (line) => lines.push(line) } }) }
}

const logged = (fields: LogFields, message = 'm'): Record<string, unknown> => {
  const { lines, log } = capture()
  log.info(message, fields)
  return JSON.parse(lines[0]!)
}

describe('JSON lines', () => {
  it('are objects with an ISO time, the name of the level and the fields', () => {
    const { lines, log } = capture()
    log.info('Listening', { port: 8484 })
    log.warn('Slow\ndisk')
    log.error('Broken', { error: new Error('full') })
    expect(lines.map((line) => line.indexOf('\n') === line.length - 1)).toEqual([true, true, true])
    const [first, second, third] = lines.map((line) => JSON.parse(line))
    expect(first).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      port: 8484,
      message: 'Listening',
    })
    expect(second).toMatchObject({ level: 'warn', message: 'Slow\ndisk' })
    expect(third).toMatchObject({
      level: 'error',
      error: { name: 'Error', message: 'full', stack: expect.any(String) },
    })
  })

  it('omit lower levels', () => {
    const { lines, log } = capture({ level: 'warn' })
    log.info('no')
    log.warn('yes')
    expect(lines.map((line) => JSON.parse(line).message)).toEqual(['yes'])
  })

  it('keep their own level, time and message when a field has that name', () => {
    expect(logged({ level: 9, time: 1, message: 'field' }, 'text')).toMatchObject({
      level: 'info',
      message: 'text',
      level_: 9,
      time_: 1,
      message_: 'field',
    })
  })
})

describe('redaction', () => {
  it.each([
    'secret',
    'clientSecret',
    'client_secret',
    'password',
    'Authorization',
    'apiKey',
    'api-key',
    'x-api-key',
    'set-cookie',
    'sessionToken',
    'X-Webhook-Signature',
    'privateKey',
    'recipient',
    'addressLines',
    'street',
    'postalCode',
    'email',
  ])('hides the value of %s at any depth', (name) => {
    for (const fields of [{ [name]: 'shh' }, { a: { b: [{ [name]: { deep: 'shh' } }] } }]) {
      const line = JSON.stringify(logged(fields))
      expect(line).not.toContain('shh')
      expect(line).toContain('[redacted]')
    }
  })

  it.each(['itemId', 'port', 'address', 'key', 'count', 'status', 'tokens'])('keeps %s', (name) => {
    expect(logged({ [name]: 'value' })[name]).toBe('value')
  })

  it.each(['svc_live_abcDEF123', 'svc_test_abcDEF123', 'whsec_abcDEF123', 'Bearer abcDEF123'])(
    'hides %s anywhere in a text',
    (secret) => {
      const error = new Error(`refused ${secret}`, { cause: new Error(`because of ${secret}`) })
      const line = JSON.stringify(
        logged({ url: `https://x/?k=${secret}`, list: [secret], error }, `got ${secret}!`),
      )
      expect(line).not.toContain('abcDEF123')
      expect(line.match(/\[redacted\]/g)!.length).toBeGreaterThanOrEqual(5)
    },
  )

  it('converts any value to JSON', () => {
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    const line = logged({
      cycle,
      big: 2n ** 70n,
      bytes: new Uint8Array(5),
      date: new Date(0),
      bad: new Date(Number.NaN),
    })
    expect(line).toMatchObject({
      big: '1180591620717411303424',
      bytes: '[5 bytes]',
      date: '1970-01-01T00:00:00.000Z',
      bad: 'invalid date',
    })
    expect(JSON.stringify(line.cycle)).toContain('[…]')
  })
})

describe('readable lines', () => {
  it('are short, with time, level, message and fields', () => {
    const { lines, log } = capture({ readable: true })
    log.warn('The folder vanished.', { runId: 'run_1', path: '/a b', n: 3, error: new Error('gone') })
    expect(lines[0]).toMatch(
      /^\d\d:\d\d:\d\d warn {2}The folder vanished\. {2}runId=run_1 {2}path="\/a b" {2}n=3 {2}error="gone"\n$/,
    )
  })

  it('cannot be forged from inside', () => {
    const { lines, log } = capture({ readable: true })
    log.info('a\u001b[2Jb\nc', { note: 'x\r\u0007' })
    expect(lines[0]!.slice(0, -1)).not.toMatch(/\p{Cc}/u)
    expect(lines[0]).toContain('a\\x1b[2Jb\\x0ac')
  })
})
