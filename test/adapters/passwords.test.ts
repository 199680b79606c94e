import { describe, expect, test } from 'vitest'
import { createPasswords } from '../../src/adapters/system/crypto.ts'
import { PasswordsBusy } from '../../src/core/ports/credentials.ts'

const quick = { parameters: { cost: 10 } }

describe('passwords', () => {
  test('are verified, and their hashes reveal nothing', async () => {
    const passwords = createPasswords(quick)
    const hash = await passwords.hash('correct horse battery')
    expect(hash).toMatch(/^\$scrypt\$ln=10,r=8,p=2\$[\w+/]{22}==\$[\w+/]{43}=$/)
    expect(await passwords.hash('correct horse battery')).not.toBe(hash)
    expect(await passwords.verify('correct horse battery', hash)).toEqual({ ok: true, outdated: false })
    expect(await passwords.verify('correct horse batterY', hash)).toEqual({ ok: false, outdated: false })
  })

  test('that look the same are equal, however they were typed', async () => {
    const passwords = createPasswords(quick)
    const hash = await passwords.hash('cafe\u0301 au lait Zoë')
    expect((await passwords.verify('caf\u00e9 au lait Zoe\u0308', hash)).ok).toBe(true)
  })

  test('are outdated when the parameters have grown', async () => {
    const old = await createPasswords(quick).hash('correct horse battery')
    const today = createPasswords({ parameters: { cost: 11 } })
    expect(await today.verify('correct horse battery', old)).toEqual({ ok: true, outdated: true })
    expect(await today.verify('wrong', old)).toEqual({ ok: false, outdated: false })
  })

  test.each(['', 'plain', '$scrypt$ln=10,r=8,p=3$YQ==$YQ==', '$argon2id$v=19$m=1$a$b'])(
    'never match an invalid hash: %j',
    async (hash) => {
      expect(await createPasswords(quick).verify('', hash)).toEqual({ ok: false, outdated: false })
    },
  )

  test('take well under a second with the current parameters, even if long', async () => {
    const hash = await createPasswords().hash('x'.repeat(200))
    expect(hash).toContain('$ln=16,r=8,p=2$')
  })

  test('are refused if too many wait, and work again afterwards', async () => {
    const passwords = createPasswords({ ...quick, concurrency: 2, waiting: 3 })
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => passwords.hash('a')))
    const refused = all.filter((one) => one.status === 'rejected')
    expect(refused.map((one) => one.reason)).toEqual(Array(3).fill(expect.any(PasswordsBusy)))
    expect((await Promise.all([passwords.hash('a'), passwords.hash('b')])).length).toBe(2)
  })

  test('do not block the event loop', async () => {
    const passwords = createPasswords()
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await Promise.all([passwords.hash('a'), passwords.hash('b')])
    clearInterval(timer)
    expect(turns).toBeGreaterThan(10)
  })
})
