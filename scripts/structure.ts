/**
 * Prints figures about the structure of the sources: `npm run structure`. Generated files aren't counted.
 * `--json` prints them for comparison with another version's.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { createLettershop } from '../src/index.ts'
import { startServer } from '../src/server/index.ts'
import { createSqliteStore } from '../src/sqlite.ts'
import {
  circlesOf,
  evaluationGraph,
  importGraph,
  reachedFrom,
  startFiles,
} from '../test/support/import-graph.ts'
import { filesBelow, read, sourcesOf } from '../test/support/source-files.ts'

const root = join(import.meta.dirname, '..')
const smallLines = 25

const linesOf = (file: string): number => read(file).split('\n').length - 1

const sizesOf = (folder: string) => {
  const files = filesBelow(folder).filter((file) => !file.endsWith('.gen.ts'))
  const lines = files.map(linesOf)
  const sum = lines.reduce((a, b) => a + b, 0)
  return {
    files: files.length,
    lines: sum,
    meanLines: Math.round(sum / files.length),
    underTwentyFive: lines.filter((count) => count < smallLines).length,
    longest: Math.max(...lines),
    imports: files.reduce((n, file) => n + (read(file).match(/^import\s/gm)?.length ?? 0), 0),
  }
}

/** The frames of `src` in a stack, as `file function`. */
const framesOf = (stack: string): string[] =>
  stack.split('\n').flatMap((line) => {
    const [, name, file] = /at (?:async )?(.*?) ?\(?(?:file:\/\/)?([^\s()]+?):\d+:\d+\)?$/.exec(line) ?? []
    return file?.startsWith(join(root, 'src/'))
      ? [`${file.slice(root.length + 1)} ${name || '(callback)'}`]
      : []
  })

/**
 * Returns the frames between `POST /v1/items` and the statement that inserts the item, from two stacks: that
 * of the request up to the write, and that of the transaction, which runs the writes of several requests.
 */
const framesOfCreation = async () => {
  Error.stackTraceLimit = 200
  const folder = mkdtempSync(join(tmpdir(), 'lettershop-structure-'))
  const store = await createSqliteStore({ file: join(folder, 'lettershop.db') })
  const shop = await createLettershop({ ports: { store }, secretKey: new Uint8Array(32) })
  const server = await startServer(shop.core, { port: 0 })
  try {
    const { id } = await shop.createOrganisation({ name: 'Sample & Sons', country: 'NL' })
    const { key } = await shop.createKey({ organisationId: id, mode: 'test', scopes: 'all' })
    const { postflows } = await shop.seedOrganisation(id, { trackingTargetUrl: 'https://example.com/' })
    const stacks: string[] = []
    const note = ({ stack }: Error) => void stacks.push(stack ?? '')
    const { write } = store
    store.write = ((...given: Parameters<typeof write>) => {
      note(new Error('write'))
      return write.apply(store, given)
    }) as typeof write
    const prototype = Object.getPrototypeOf(new Database(':memory:').prepare('select 1'))
    const { run } = prototype
    prototype.run = function (this: { source: string }, ...values: unknown[]) {
      if (/^insert into "items"/.test(this.source)) note(new Error('insert'))
      return run.apply(this, values)
    }
    const answer = await fetch(`${server.url}/v1/items`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        postflowId: postflows.find(({ mode }) => mode === 'test')!.id,
        recipient: {
          name: 'Mila Jansen',
          street: 'Keizersgracht',
          houseNumber: '123',
          postalCode: '1015 CJ',
          city: 'Amsterdam',
          country: 'NL',
        },
        data: { firstName: 'Mila' },
      }),
    })
    if (answer.status !== 201) throw new Error(await answer.text())
    const ofRequest = stacks.filter((stack) => /Error: insert|src\/server\/routes/.test(stack))
    const frames = new Set(ofRequest.flatMap(framesOf))
    return {
      frames: frames.size,
      files: new Set([...frames].map((frame) => frame.split(' ')[0])).size,
      list: [...frames],
    }
  } finally {
    await server.drain()
    await shop.close()
    rmSync(folder, { recursive: true })
  }
}

const all = [...filesBelow('src'), ...filesBelow('bin')]
const graph = sourcesOf(all)
const { list, ...creation } = await framesOfCreation()
const figures = {
  src: sizesOf('src'),
  core: sizesOf('src/core'),
  circles: circlesOf(importGraph(graph)).length,
  filesOfStart: reachedFrom(evaluationGraph(graph), startFiles).size,
  creation,
}

if (process.argv.includes('--json')) console.log(JSON.stringify({ ...figures, list }))
else {
  for (const [folder, sizes] of [
    ['src', figures.src],
    ['src/core', figures.core],
  ] as const) {
    console.log(
      `${folder}: ${sizes.files} files, ${sizes.lines} lines, ${sizes.meanLines} on average, ${sizes.underTwentyFive} under ${smallLines}, the longest ${sizes.longest}; ${sizes.imports} imports`,
    )
  }
  console.log(`import circles: ${figures.circles}; files that a start evaluates: ${figures.filesOfStart}`)
  console.log(`POST /v1/items to its SQL: ${creation.frames} frames in ${creation.files} files`)
}
