import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { lettershop, lettershopJson, type ServerProcess, startServerProcess } from '../support/cli.ts'
import { request } from '../support/http.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const data = ['--data', join(folder, 'data')]
const email = 'ada@example.com'
const password = 'correct horse battery'

/** The authenticator's next code, valid for a minute, which suffices on a slow machine. */
const codeOf = (secret: string, ms = 30_000) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ms })

const browser = (server: ServerProcess) => {
  let cookie = ''
  return async (method: string, path: string, body?: object) => {
    const answer = await request(`${server.url}/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-csrf-protection': '1', cookie },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const [session] = answer.headers.getSetCookie()
    if (session) cookie = session.split(';')[0]!
    return answer
  }
}

test('an owner needs a second factor, keeps it through a rotation of keys, and can have it reset', async () => {
  const org = (await lettershopJson(['org', 'create', '--name', 'Kaas', ...data])).id
  const file = join(folder, 'password')
  writeFileSync(file, password)
  await lettershopJson(['user', 'create', '--email', email, '--org', org, '--password-file', file, ...data])
  const serve = () => startServerProcess([...data, '--require-second-factor'])
  const before = await serve()
  const ada = browser(before)
  expect((await ada('POST', '/session', { email, password })).body.secondFactorMissing).toBe(true)
  expect((await ada('GET', '/organisation')).body.code).toBe('second_factor_not_set_up')
  const begun = await ada('POST', '/profile/second-factor', { currentPassword: password })
  const { secret, uri } = begun.body.authenticator
  expect(uri).toContain(`secret=${secret}`)
  const confirmed = await ada('POST', '/profile/second-factor/confirm', { code: codeOf(secret, 0) })
  expect(confirmed.body.recoveryCodes).toHaveLength(10)
  expect((await ada('GET', '/organisation')).status).toBe(200)
  expect(await lettershopJson(['user', 'list', ...data])).toMatchObject([
    { email, secondFactorEnabled: true },
  ])
  await before.end()

  const { instanceKey } = await lettershopJson(['secret', 'rotate', '--keys', 'instance', ...data])
  expect(instanceKey).toMatchObject({ values: 1, unreadable: 0 })
  const after = await serve()
  const phone = browser(after)
  expect((await phone('POST', '/session', { email, password })).body.code).toBe('second_factor_required')
  expect((await phone('POST', '/session', { email, password, code: codeOf(secret) })).status).toBe(201)

  const reset = ['user', 'reset-second-factor', email, ...data]
  expect(await lettershopJson(reset)).toMatchObject({ email, secondFactorEnabled: false })
  expect((await phone('GET', '/session')).status).toBe(401)
  expect((await phone('POST', '/session', { email, password })).body.secondFactorMissing).toBe(true)
  expect(await lettershop(reset)).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('has no second factor'),
  })
  expect((await lettershop(['user', 'reset-second-factor', 'nobody@example.com', ...data])).code).toBe(3)
  await after.end()
})

test('the setting is true or false', async () => {
  const refused = await lettershop(['serve', ...data], { LETTERSHOP_REQUIRE_SECOND_FACTOR: 'owners' })
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('LETTERSHOP_REQUIRE_SECOND_FACTOR'),
  })
  const shown = await lettershopJson(['config', 'show', ...data], { LETTERSHOP_REQUIRE_SECOND_FACTOR: 'yes' })
  expect(JSON.stringify(shown)).toMatch(/"requireSecondFactor".{0,40}true/)
})
