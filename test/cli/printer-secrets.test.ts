import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { ownSourcesOf } from '../../bin/cli/printer-secrets.ts'
import { createSecretReader } from '../../src/adapters/printers/secrets.ts'
import { lettershop, lettershopJson, startServerProcess } from '../support/cli.ts'
import { sftpSettings as settings } from '../support/printer-catalogue.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const printer = (secret: object) => ({ key: 'house', name: 'House', kind: 'SFTP', settings, secret })

/** An instance whose catalogue has a printer with this reference. */
const shop = async (secret: (data: string) => object) => {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const file = join(folder, 'catalogue.json')
  await lettershopJson(['org', 'create', '--name', 'Shop', '--data', data])
  const { file: catalogue } = await lettershopJson(['catalogue', 'export', '--data', data])
  catalogue.printers.push(printer(secret(data)))
  writeFileSync(file, JSON.stringify(catalogue))
  await lettershopJson(['catalogue', 'import', file, '--data', data])
  const printers = async (env: NodeJS.ProcessEnv = {}) => {
    const { stdout } = await lettershop(['doctor', '--json', '--data', data], env)
    return JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'printers')
  }
  return { data, folder, printers }
}

test('doctor and a starting server name a printer whose secret is not allowed, and the missing entry', async () => {
  const { data, printers } = await shop(() => ({ env: 'PRESS_PASSWORD' }))
  const before = { PRESS_PASSWORD: 'a password', LETTERSHOP_PRINTER_SECRETS: 'PRESS_PASSWORD,/run/secrets' }
  const entry = 'house@print.example=PRESS_PASSWORD'
  const missing = { status: 'wrong', detail: expect.stringContaining(`Add ${entry} to --printer-secrets.`) }
  expect(await printers(before)).toMatchObject(missing)
  const opened = { ...before, LETTERSHOP_PRINTER_SECRETS: entry }
  expect(await printers(opened)).toMatchObject({ status: 'fine' })

  const server = await startServerProcess(['--data', data], before)
  expect(await lettershopJson(['printer', 'list', '--data', data])).toContainEqual(
    expect.objectContaining({
      key: 'house',
      health: expect.objectContaining({ ok: false, detail: missing.detail }),
    }),
  )
  expect(await printers()).toMatchObject(missing)
  await server.end()
})

test('a printer whose secret is in the data folder gets advice where to put it', async () => {
  const { data, printers } = await shop((data) => ({ file: join(data, 'instance.key') }))
  const entry = `house@print.example=${join(data, 'instance.key')}`
  expect(await printers({ LETTERSHOP_PRINTER_SECRETS: entry })).toMatchObject({
    status: 'wrong',
    detail: expect.stringContaining('such as /etc/lettershop/printer-secrets/house'),
  })
})

test.each([
  'house',
  'house@',
  '@press.example=A',
  'house@press.example=',
  'house@a@b=A',
  'house@press=relative/path',
])('an entry without printer, host and secret is refused: %s', async (entry) => {
  const data = join(temporaryFolder(), 'data')
  const env = { LETTERSHOP_PRINTER_SECRETS: entry }
  const { code, stderr } = await lettershop(['config', 'show', '--data', data], env)
  // An entry without “=” is in the format of an earlier version, and allows nothing.
  if (!entry.includes('=')) expect(code).toBe(0)
  else expect([code, stderr]).toEqual([2, expect.stringContaining('PRINTER@HOST=VARIABLE')])
})

test('printer add and printer secret never read the server’s own secrets', async () => {
  const { data, folder } = await shop(() => ({ env: 'PRESS_PASSWORD' }))
  const file = join(folder, 'printer.json')
  const key = join(data, 'instance.key')
  writeFileSync(file, JSON.stringify({ ...printer({ file: key }), key: 'thief' }))
  for (const command of [
    ['add', file],
    ['secret', 'house', '--file', key],
    ['secret', 'house', '--file', `/proc/self/root${key}`],
    ['secret', 'house', '--env', 'LETTERSHOP_SECRET_KEY'],
  ]) {
    const { code, stderr } = await lettershop(['printer', ...command, '--data', data], {
      LETTERSHOP_METRICS_TOKEN: 'a token',
    })
    expect([code, stderr], command.join(' ')).toEqual([2, expect.stringContaining('of the server itself')])
  }
  const own = join(folder, 'house.key')
  writeFileSync(own, 'a password')
  const given = await lettershopJson(['printer', 'secret', 'house', '--file', own, '--data', data])
  expect(given).toMatchObject({ key: 'house', hasSecret: true, secretReference: null })
})

test.each<[string, (folder: string) => { file: string; env: NodeJS.ProcessEnv }]>([
  [
    'a file named in a variable by a relative path',
    (folder) => ({
      file: join(folder, 'client.key'),
      env: { PGSSLKEY: relative('', join(folder, 'client.key')) },
    }),
  ],
  [
    'a file of variables that holds the instance key',
    (folder) => ({ file: join(folder, 'env'), env: { LETTERSHOP_SECRET_KEY: 'a1'.repeat(32) } }),
  ],
  [
    'the secret half of the credentials of a bucket',
    (folder) => ({
      file: join(folder, 'half'),
      env: { LETTERSHOP_BLOBS_CREDENTIALS_FILE: join(folder, 'bucket') },
    }),
  ],
])('no printer gets %s, even if it is allowed by name', async (_, named) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'client.key'), 'a private key')
  writeFileSync(join(folder, 'env'), `# settings\nLETTERSHOP_SECRET_KEY=${'a1'.repeat(32)}\n`)
  writeFileSync(join(folder, 'bucket'), 'GK31:b2/secret+half\n')
  writeFileSync(join(folder, 'half'), 'b2/secret+half\n')
  const { file, env } = named(folder)
  const read = createSecretReader({
    opened: [`house@print.example=${file}`],
    env,
    own: () => ownSourcesOf(join(folder, 'data'), {}, env),
  })
  expect(await read({ file }, { key: 'house', settings: { host: 'print.example' } })).toMatchObject({
    refused: { params: { case: 'own' } },
  })
})
