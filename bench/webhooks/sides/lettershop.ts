import { type ChildProcess, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { type Api, begin, end, type Place, root, runNode, type Side, said } from './side.ts'

const built = process.env.BENCH_EXECUTABLE ?? join(root, 'dist', 'lettershop')
/** How the executable of an earlier revision is called. */
export const oldBuild = 'the old build'

export const lettershop = ({ folder, sink }: Place, executable = built, name = 'lettershop'): Side => {
  if (!existsSync(executable)) throw new Error('Build it first: npm run build:exe')
  const data = join(folder, 'data')
  let server: ChildProcess | undefined
  let api: Api | undefined
  let reader: BetterSqlite3.Database | undefined

  const cli = <T>(...args: string[]): T =>
    JSON.parse(execFileSync(executable, [...args, '--data', data, '--json'], { encoding: 'utf8' })) as T

  const serve = async (): Promise<number> => {
    server = begin(executable, ['serve', '--data', data, '--port', '0', '--allow-insecure-webhooks'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number((await said(server, /:(\d+)/))[1])
  }

  /** An organisation with a Postflow and an endpoint for each port of the sink. */
  const furnish = async (port: number): Promise<Api> => {
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

  const stop = async () => {
    reader?.close()
    reader = undefined
    await end(server)
  }

  return {
    name,
    async fill(count) {
      api ??= await furnish(await serve())
      await stop()
      runNode('sides/lettershop-backlog.ts', [data, String(count)])
    },
    async start() {
      const port = await serve()
      api = api ? { ...api, port } : await furnish(port)
      reader = new BetterSqlite3(join(data, 'lettershop.db'), { readonly: true })
      return api
    },
    async recorded() {
      const sql = `select count(*) as n from webhook_deliveries where status = 'DELIVERED'`
      return (reader!.prepare(sql).get() as { n: number }).n
    },
    processes: () => [server!.pid!],
    stop,
  }
}
