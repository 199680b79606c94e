import { join } from 'node:path'
import { expect } from 'vitest'
import { lettershopJson, newKey, type ServerProcess, startServerProcess } from './cli.ts'
import { request } from './http.ts'
import { programAt, withProgram } from './other-program.ts'
import { newDatabase, query } from './postgres/database.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The last revision before the changes of 0.3.0. */
export const earlier = 'dc1a7e01'

/**
 * Opens a shop with sample products on one database, for servers of two versions: the earlier one runs, and
 * `startNewer` migrates the database under it. Tests that use it replace the recorder, because this version's
 * document does not describe the earlier version's answers.
 */
export const openBesideEarlier = async () => {
  const folder = temporaryFolder()
  const database = await newDatabase()
  const program = programAt(earlier, join(folder, 'earlier'))
  const servers: ServerProcess[] = []
  const env = {
    LETTERSHOP_DATABASE: database,
    LETTERSHOP_DATA: join(folder, 'data'),
    LETTERSHOP_NO_PORTAL: 'true',
  }
  const start = async () => {
    const server = await startServerProcess([], env)
    servers.push(server)
    return server
  }
  const startOlder = () => withProgram(program, start)
  const older = await startOlder()
  const { organisationId, test, live } = await withProgram(program, async () => {
    const { id } = await lettershopJson(['org', 'create', '--name', 'Shared'], env)
    await lettershopJson(['seed', '--org', id], env)
    return {
      organisationId: String(id),
      test: await newKey(id, 'test', [], env),
      live: await newKey(id, 'live', [], env),
    }
  })
  const call = async (server: ServerProcess, method: string, path: string, body?: unknown, by = test) => {
    const answer = await request(`${server.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: answer.body }
  }
  return {
    database,
    organisationId,
    older,
    startOlder,
    startNewer: start,
    call,
    /** Makes a call, which must succeed; returns the answer's body. */
    async callOk(server: ServerProcess, method: string, path: string, body?: unknown, by = test) {
      const answer = await call(server, method, path, body, by)
      expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
      return answer.body
    },
    /** Uploads a CSV; returns its id. */
    async upload(server: ServerProcess, list: string | Uint8Array<ArrayBuffer>, by = test): Promise<string> {
      const answer = await fetch(`${server.url}/v1/uploads?kind=CSV&name=list.csv`, {
        method: 'POST',
        headers: { authorization: `Bearer ${by}`, 'content-type': 'application/octet-stream' },
        body: list,
      })
      return ((await answer.json()) as { id: string }).id
    },
    sql: (text: string) => query(database, text),
    live,
    end: () => Promise.all(servers.map((server) => server.end('SIGKILL'))),
  }
}
