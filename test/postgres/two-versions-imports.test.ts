import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { lettershopJson, newKey, type ServerProcess, startServerProcess } from '../support/cli.ts'
import { request } from '../support/http.ts'
import { isInHistory, programAt, withProgram } from '../support/other-program.ts'
import { newDatabase, query } from '../support/postgres/database.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// What the earlier version answers is held against no document of this one.
vi.mock('../support/recorder.ts', () => ({ record: () => {} }))

/** The last revision that knows neither answers to questions nor doubtful rows. */
const earlier = 'dc1a7e01'
const folder = temporaryFolder()
const servers: ServerProcess[] = []
afterAll(() => Promise.all(servers.map(({ end }) => end('SIGKILL'))))

const list =
  'Naam;Straat + nr;Postcode + plaats\r\nEva Bakker;Damrak 12;1012 LG Amsterdam\r\nJan;Damrak;1012 LG Amsterdam\r\n'

describe.runIf(isInHistory(earlier))('beside a version that reads single columns', () => {
  test('imports of suppressions that were started here are read as they were asked for', async () => {
    const database = await newDatabase()
    const program = programAt(earlier, join(folder, 'earlier'))
    const env = (name: string): NodeJS.ProcessEnv => {
      const data = join(folder, name)
      mkdirSync(data, { mode: 0o700 })
      const keys = { LETTERSHOP_SECRET_KEY: 'a1'.repeat(32), LETTERSHOP_SIGNING_KEY: 'b2'.repeat(32) }
      return { LETTERSHOP_DATABASE: database, LETTERSHOP_DATA: data, LETTERSHOP_NO_PORTAL: 'true', ...keys }
    }
    const [ofOlder, ofNewer] = [env('older'), env('newer')]
    const start = async (own: NodeJS.ProcessEnv) => {
      const server = await startServerProcess([], own)
      servers.push(server)
      return server
    }
    await withProgram(program, () => start(ofOlder))
    const key = await withProgram(program, async () => {
      const { id } = await lettershopJson(['org', 'create', '--name', 'Shared'], ofOlder)
      return newKey(id, 'live', [], ofOlder)
    })
    const newer = await start(ofNewer)
    const authorization = `Bearer ${key}`
    const call = async (method: string, path: string, body?: unknown) => {
      const answer = await request(`${newer.url}/v1${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.body
    }
    const uploaded = await fetch(`${newer.url}/v1/uploads?kind=CSV&name=list.csv`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/octet-stream' },
      body: list,
    })
    const { id: uploadId } = (await uploaded.json()) as { id: string }
    const { mapping, fields } = await call('GET', `/suppressions/import-sample?uploadId=${uploadId}`)
    const ids: string[] = []
    for (const matchName of [false, true, false, true]) {
      ids.push((await call('POST', '/suppressions/import', { uploadId, mapping, fields, matchName })).id)
    }
    for (const id of ids) {
      await expect
        .poll(() => call('GET', `/suppressions/imports/${id}`), { timeout: 60_000 })
        .toMatchObject({ status: 'COMPLETED', rowCount: 2, failedCount: 0, doubtfulCount: 1 })
    }
    expect(
      await query(database, `select distinct kind from jobs where kind like '%mport%' and status = 'FAILED'`),
    ).toEqual([])
    const { data } = await call('GET', '/suppressions?sort=recipientName')
    expect(
      data.map(({ recipient }: { recipient: { houseNumber: string } }) => recipient.houseNumber),
    ).toContain('12')
  })
})
