import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { lettershop, startServerProcess } from '../support/cli.ts'
import { request } from '../support/http.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const data = join(folder, 'data')
const hook = pathToFileURL(join(import.meta.dirname, '../support/list-modules.ts')).href
const listing = (name: string) => ({
  NODE_OPTIONS: `--import=${hook}`,
  LOADED_MODULES: join(folder, name),
})
const loadedIn = (name: string) => readFileSync(join(folder, name), 'utf8').split('\n')

/** Large modules for work that most starts do not do. */
const heavy = [
  'common-passwords.gen.ts',
  'operations.gen.ts',
  'adapters/pdf/(?!engine-name)',
  'adapters/postgres/',
  'server/docs/(?!routes)',
  'server/openapi/',
  'node_modules/(@expo-google-fonts|@hyzyla|harfbuzzjs|bwip-js|qr|nodemailer|pg|otpauth|csv-parse|linebreak)/',
].map((part) => new RegExp(part.replaceAll('.', '\\.')))

const heavyOnes = (loaded: readonly string[]) =>
  loaded.filter((url) => heavy.some((pattern) => pattern.test(url)))

// The executable is another program, whose modules cannot be listed.
test.skipIf(process.env.LETTERSHOP_TEST_PROGRAM)('a server that starts loads no heavy data', async () => {
  const server = await startServerProcess(['--data', data], listing('server'))
  expect((await request(`${server.url}/healthz`)).status).toBe(200)
  await server.end()
  const loaded = loadedIn('server')
  expect(loaded.some((url) => url.endsWith('/src/server/server.ts'))).toBe(true)
  expect(heavyOnes(loaded)).toEqual([])
})

test.skipIf(process.env.LETTERSHOP_TEST_PROGRAM)(
  'a command that opens nothing loads almost nothing',
  async () => {
    expect((await lettershop(['version'], listing('version'))).code).toBe(0)
    const loaded = loadedIn('version')
    expect(heavyOnes(loaded)).toEqual([])
    expect(loaded.filter((url) => /\/src\/(server|core\/(engine|features|app))\//.test(url))).toEqual([])
  },
)
