import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endWithUs } from '../support/end-with-us.ts'
import { eventually } from '../support/instance.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const script = join(import.meta.dirname, '../support/hold-server.ts')

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

test.skipIf(process.platform === 'win32').each(['SIGKILL', 'SIGTERM'] as const)(
  'a server started by a test ends with the test’s process, even after %s',
  async (signal) => {
    const parent = endWithUs(
      spawn(process.execPath, [script, join(temporaryFolder(), 'data')], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    )
    const [line] = await once(parent.stdout!, 'data')
    const url = String(line).trim()
    expect(await answers(url)).toBe(true)
    parent.kill(signal)
    await eventually(async () => !(await answers(url)))
  },
)

test('every process of a test, script, example or bench is started like that', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('{test,scripts,examples,bench}/**/*.ts', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
  const alone = files.filter((file) =>
    /(?<!endWithUs\(\s*)(?<![\w.])(spawn|fork)\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  // Exceptions: the watcher itself, and PostgreSQL's host process, which cleans up and ends with its input.
  expect(alone.sort()).toEqual(['test/support/end-with-us.ts', 'test/support/postgres/broker.ts'])
})
