/**
 * Generates clients from the API document with common generators, and compiles a program against each:
 *
 * npm run test:clients
 *
 * The programs check that an item is named `Item`, that its statuses are literals, and that events are a
 * union discriminated by `type`. Exits with 1 if a generator refuses the document or a program does not
 * compile.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiDocumentFile } from '../../scripts/api-document.ts'

const root = join(import.meta.dirname, '../..')
const document = await apiDocumentFile()
const scratch = mkdtempSync(join(tmpdir(), 'lettershop-clients-'))

/** Runs a program of node_modules; throws with its output if it fails. */
const run = (program: string, ...args: string[]): void => {
  try {
    execFileSync(process.execPath, [join(root, 'node_modules', program), ...args], {
      cwd: scratch,
      encoding: 'utf8',
    })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${program} failed:\n${stdout}${stderr}`, { cause: error })
  }
}

const write = (name: string, text: string): void => writeFileSync(join(scratch, name), text)

/** Returns a program that compiles with every client's types; `imports` differs between clients. */
const program = (imports: string): string => `${imports}
export const isPrinted = (item: Item): boolean => item.status === 'COMPLETED'
// @ts-expect-error: no status of an item
export const isOdd = (item: Item): boolean => item.status === 'PRINTED'
export const idOf = (event: Event): string => {
  switch (event.type) {
    case 'item.created':
      return event.data.item.id
    case 'run.rendered':
      return event.data.run.id
    case 'balance.low':
      return String(event.data.balance.availableCents)
    default: {
      const others: Exclude<Event['type'], 'item.created' | 'run.rendered' | 'balance.low'> = event.type
      return others
    }
  }
}
`

const clients: Record<string, () => string> = {
  'openapi-typescript': () => {
    run('openapi-typescript/bin/cli.js', document, '-o', 'openapi-typescript.ts')
    return `import type { components } from './openapi-typescript'
type Item = components['schemas']['Item']
type Event = components['schemas']['Event']`
  },
  '@hey-api/openapi-ts': () => {
    const plugins = ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch']
    write(
      'hey-api.config.mjs',
      `export default ${JSON.stringify({ input: document, output: 'hey-api', plugins })}`,
    )
    run('@hey-api/openapi-ts/bin/run.js', '-f', 'hey-api.config.mjs')
    return `import { itemsGet } from './hey-api/sdk.gen'
import type { Event, Item } from './hey-api/types.gen'
export const read = async (id: string): Promise<Item | undefined> => (await itemsGet({ path: { id } })).data`
  },
  orval: () => {
    const output = { target: 'orval/client.ts', schemas: 'orval/model', client: 'fetch', mode: 'split' }
    write('orval.config.mjs', `export default ${JSON.stringify({ lettershop: { input: document, output } })}`)
    run('orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs')
    return `import type { Event, Item } from './orval/model'`
  },
}

try {
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'))
  for (const [name, generate] of Object.entries(clients)) {
    const file = `program-of-${name.replace(/\W/g, '-')}.ts`
    write(file, program(generate()))
    const options = [
      '--strict',
      '--skipLibCheck',
      '--noEmit',
      '--target',
      'es2022',
      '--module',
      'preserve',
      '--lib',
      'es2022,dom,dom.iterable',
    ]
    run('typescript/lib/tsc.js', '--ignoreConfig', ...options, file)
    console.log(`✓ ${name}: Item and Event are what a program expects`)
  }
} finally {
  rmSync(scratch, { recursive: true })
}
