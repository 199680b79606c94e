import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { explainSettings } from '../../bin/cli/settings.ts'
import { lettershopJson, startServerProcess } from '../support/cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const explained = async (
  file: Record<string, unknown> | undefined,
  env: Record<string, string> = {},
  flags: Record<string, string> = {},
) => {
  const folder = temporaryFolder()
  if (file) writeFileSync(join(folder, 'config.json'), JSON.stringify(file))
  const settings = await explainSettings(folder, flags, env)
  return Object.fromEntries(settings.map(({ name, value, source }) => [name, [value, source]]))
}

describe('config show', () => {
  test('names the source of every setting: flag, environment, file, default', async () => {
    const file = { port: 9000, baseUrl: 'https://file.example', webhookAllow: ['10.0.0.0/8'] }
    const env = { LETTERSHOP_PORT: '9001', LETTERSHOP_BASE_URL: 'https://env.example' }
    expect(await explained(file, env, { 'base-url': 'https://flag.example' })).toMatchObject({
      host: ['127.0.0.1', 'default'],
      port: [9001, 'environment'],
      baseUrl: ['https://flag.example', 'flag'],
      webhookAllow: [['10.0.0.0/8'], 'config.json'],
      printFolder: [null, 'default'],
    })
  })

  test('shows no secret', async () => {
    const key = '00'.repeat(32)
    const env = { LETTERSHOP_METRICS_TOKEN: 'very secret', LETTERSHOP_SECRET_KEY: key }
    const mail = { smtpUrl: 'smtp://user:secret@mail.example', mailFrom: 'mail@example.com' }
    const settings = await explained(mail, env)
    expect(settings).toMatchObject({
      metricsToken: ['[redacted]', 'environment'],
      secretKey: ['[redacted]', 'environment'],
      smtpUrl: ['smtp://user:[redacted]@mail.example', 'config.json'],
    })
    expect(JSON.stringify(settings)).not.toMatch(/very|0000|:secret@/)
    await expect(explained({ baseUrl: 'https://user:secret@mail.example' })).rejects.toThrow(
      /^(?!.*secret).*without user information/,
    )
    const database = 'postgres://mail:secret@db.example:5432/mail?password=secret'
    expect(await explained(undefined, { LETTERSHOP_DATABASE: database })).toMatchObject({
      database: ['postgres://mail:[redacted]@db.example:5432/mail', 'environment'],
    })
  })
})

test('config show and doctor report the running server, not their own environment', async () => {
  const data = join(temporaryFolder(), 'data')
  const run = async (command: string[]) =>
    lettershopJson([...command, '--data', data], {
      LETTERSHOP_BASE_URL: 'https://other.example',
      LETTERSHOP_PORT: '9',
    })
  const settings = async () => {
    const { of, settings } = await run(['config', 'show'])
    const find = (name: string) => settings.find((setting: { name: string }) => setting.name === name)
    return { of, port: find('port').value, baseUrl: find('baseUrl') }
  }
  const server = await startServerProcess(['--data', data, '--base-url', 'https://mail.example'])
  expect(await settings()).toMatchObject({
    of: 'server',
    port: server.port,
    baseUrl: { value: 'https://mail.example', source: 'flag' },
  })
  const { checks } = await run(['doctor'])
  const detailOf = (name: string) => checks.find((check: { name: string }) => check.name === name).detail
  expect(detailOf('QR codes')).toBe('https://mail.example')
  expect(detailOf('settings')).toContain(`port ${server.port}, as the server runs`)
  await server.end()
  expect(await settings()).toMatchObject({
    of: 'environment',
    port: 9,
    baseUrl: { value: 'https://other.example', source: 'environment' },
  })
})
