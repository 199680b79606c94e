import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { BackupSource } from '../../bin/backup/create.ts'
import { createUpkeep } from '../../bin/instance/open.ts'
import { lettershop, lettershopJson, type ServerProcess, startServerProcess } from '../support/cli.ts'
import { request } from '../support/http.ts'
import { eventually } from '../support/instance.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const password = 'correct horse battery'

/** A server with a signed-in operator. */
const operated = async (data: string, flags: readonly string[]) => {
  await lettershopJson(['org', 'create', '--name', 'Kaas', '--data', data])
  const file = join(temporaryFolder(), 'password')
  writeFileSync(file, password)
  const account = ['--email', 'olaf@example.com', '--operator', '--password-file', file]
  await lettershopJson(['user', 'create', ...account, '--data', data])
  const server = await startServerProcess(['--data', data, ...flags])
  const headers = { 'content-type': 'application/json', 'x-csrf-protection': '1' }
  const signedIn = await request(`${server.url}/v1/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: 'olaf@example.com', password }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const call = (server: ServerProcess, method: string, path: string, body?: object) =>
    request(`${server.url}/v1/platform${path}`, {
      method,
      headers: { ...headers, cookie },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  return {
    server,
    get: (path: string) => call(server, 'GET', path),
    post: (path: string, body?: object) => call(server, 'POST', path, body),
  }
}

describe('an operator of a server', () => {
  test('makes a backup in the configured folder, which passes verification', async () => {
    const folder = temporaryFolder()
    const [data, to] = [join(folder, 'data'), join(folder, 'backups')]
    const shop = await operated(data, ['--backup-folder', to])
    const refused = await shop.post('/backups', { currentPassword: 'not my password' })
    expect([refused.status, refused.body.errors[0].parameter]).toEqual([422, 'currentPassword'])
    expect(existsSync(to)).toBe(false)
    const begun = await shop.post('/backups', { currentPassword: password })
    expect([begun.status, begun.body.folder]).toEqual([202, to])
    const last = await eventually(async () => {
      const { body } = await shop.get('/backups')
      return body.last.status !== 'RUNNING' && body.last
    })
    expect(last).toMatchObject({ status: 'DONE', error: null, startedBy: { name: 'olaf@example.com' } })
    expect(last.path.startsWith(join(to, 'lettershop-'))).toBe(true)
    const verified = await lettershop(['backup', 'verify', last.path])
    expect([verified.code, verified.stderr]).toEqual([0, ''])

    const own = await lettershopJson(['backup', '--to', join(folder, 'nightly'), '--data', data])
    const { body } = await shop.get('/backups')
    expect(body.last).toMatchObject({ path: own.path, startedBy: { type: 'OPERATOR' } })
    await shop.server.end()
  })

  test('learns why there is none: no folder is configured, or it is in the data folder', async () => {
    const data = join(temporaryFolder(), 'data')
    const shop = await operated(data, [])
    const refused = await shop.post('/backups', { currentPassword: password })
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringContaining('--backup-folder DIR'),
    ])
    await shop.server.end()
    expect(await refusal(data, { backupFolder: join(data, 'backups') })).toContain(
      'is inside the data folder',
    )
    expect(await refusal(data, { backupFolder: join(data, '..', 'backups') })).toBeUndefined()
  })

  test('learns that PostgreSQL is backed up with pg_dump', async () => {
    const data = join(temporaryFolder(), 'data')
    const reason = await refusal(data, { backupFolder: '/backups', copyDatabase: undefined })
    expect(reason).toContain('run pg_dump and then')
  })

  test('runs the checks of doctor', async () => {
    const data = join(temporaryFolder(), 'data')
    const shop = await operated(data, [])
    const { body } = await shop.post('/instance/examine')
    const { checks } = JSON.parse((await lettershop(['doctor', '--json', '--data', data])).stdout)
    const names = checks.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['owner', ...body.findings.map(({ name }: { name: string }) => name)])
    expect(body.healthy).toBe(true)
    expect(names).toEqual(expect.arrayContaining(['database', 'disk sync', 'printer', 'settings', 'jobs']))
    expect(body.findings.find(({ name }: { name: string }) => name === 'database').detail).toBe(
      'every page is sound',
    )
    await shop.server.end()
  })
})

/** Returns why a server with these settings makes no backup. */
const refusal = async (
  dataDir: string,
  { backupFolder, ...more }: { backupFolder: string } & Partial<Pick<BackupSource, 'copyDatabase'>>,
) => {
  const rows = { copyDatabase: async () => ({}), ...more }
  const source: BackupSource = { dataDir, schema: '', blobs: undefined as never, keyFingerprint: '', ...rows }
  const settings = { backupFolder, baseUrl: undefined, drill: false, printFolder: undefined }
  const reason = await createUpkeep(settings, source).whyNoBackup()
  return reason?.message
}
