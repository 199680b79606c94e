import { type ChildProcess, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import pg from 'pg'
import { startPostgres } from './postgres.ts'
import { type Api, begin, end, outputMatching, type Place, root, runNode, type Side } from './side.ts'

const built = process.env.BENCH_EXECUTABLE ?? join(root, 'dist', 'lettershop')
/** Name of the side that runs the executable of an earlier revision. */
export const oldBuild = 'the old build'

interface Choice {
  executable?: string
  name?: string
  /** Uses a separate PostgreSQL instead of SQLite. */
  onPostgres?: boolean
}

export const lettershop = (
  { folder, sink }: Place,
  { executable = built, name = 'lettershop', onPostgres = false }: Choice = {},
): Side => {
  if (!existsSync(executable)) throw new Error('Build it first: npm run build:exe')
  const data = join(folder, 'data')
  let server: ChildProcess | undefined
  let api: Api | undefined
  let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
  let reader: Reader | undefined

  const env = () => ({ ...process.env, ...(postgres ? { LETTERSHOP_DATABASE: postgres.url } : {}) })
  const cli = <T>(...args: string[]): T => {
    const text = execFileSync(executable, [...args, '--data', data, '--json'], {
      encoding: 'utf8',
      env: env(),
    })
    return JSON.parse(text) as T
  }

  const serve = async (): Promise<number> => {
    if (onPostgres) postgres ??= await startPostgres(folder)
    server = begin(executable, ['serve', '--data', data, '--port', '0', '--allow-insecure-webhooks'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: env(),
    })
    return Number((await outputMatching(server, /:(\d+)/))[1])
  }

  /** Creates an organisation with a Postflow and an endpoint for each port of the sink. */
  const setUp = async (port: number): Promise<Api> => {
    const { id } = cli<{ id: string }>('org', 'create', '--name', 'Bench')
    cli('seed', '--org', id)
    for (const limit of ['itemCreate', 'general']) cli('org', 'limits', id, '--set', `${limit}=1000000`)
    const { key } = cli<{ key: string }>('key', 'create', '--org', id, '--mode', 'test', '--scopes', 'all')
    const headers = { Authorization: `Bearer ${key}` }
    const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const answer = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
        method,
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
      return (await answer.json()) as T
    }
    const { data: postflows } = await call<{ data: Record<string, string>[] }>(
      'GET',
      '/postflows?filter[status]=ACTIVE',
    )
    const { templateVersionId, advertisingCategory } = postflows[0]!
    const postflowIds: string[] = []
    for (const [n, sinkPort] of sink.entries()) {
      const postflow = await call<{ id: string }>('POST', '/postflows', {
        name: `Bench ${n}`,
        ...{ templateVersionId, advertisingCategory },
      })
      await call('POST', `/postflows/${postflow.id}/activate`)
      await call('POST', '/webhooks', {
        url: `http://127.0.0.1:${sinkPort}/`,
        events: ['item.created'],
        filters: { postflowId: postflow.id },
      })
      postflowIds.push(postflow.id)
    }
    return { port, headers, postflowIds }
  }

  const endServer = async () => {
    await reader?.close()
    reader = undefined
    await end(server)
  }

  return {
    name,
    async fill(count) {
      api ??= await setUp(await serve())
      await endServer()
      runNode('sides/lettershop-backlog.ts', [data, String(count)])
    },
    async start() {
      const port = await serve()
      api = api ? { ...api, port } : await setUp(port)
      reader = postgres ? postgresReader(postgres.url) : fileReader(join(data, 'lettershop.db'))
      return api
    },
    recorded: () => reader!.recorded(),
    processes: () => [server!.pid!, ...(postgres ? [postgres.process.pid!] : [])],
    async stop() {
      await endServer()
      await end(postgres?.process, 'SIGINT')
    },
  }
}

/** Reads the database from outside the server. */
interface Reader {
  recorded(): Promise<number>
  close(): Promise<void>
}

const delivered = `select count(*) as n from webhook_deliveries where status = 'DELIVERED'`

const fileReader = (path: string): Reader => {
  const file = new BetterSqlite3(path, { readonly: true })
  const statement = file.prepare(delivered)
  return {
    recorded: async () => (statement.get() as { n: number }).n,
    close: async () => void file.close(),
  }
}

const postgresReader = (url: string): Reader => {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  return {
    recorded: async () => Number((await pool.query(delivered)).rows[0].n),
    close: () => pool.end(),
  }
}
