import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FolderUnusable, lockFolder, lockHolder } from '../../src/adapters/data-folder/lock.ts'
import { endWithUs } from '../support/end-with-us.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const newFolder = () => mkdtempSync(join(folder, 'data-'))
const script = resolve(import.meta.dirname, '../support/hold-lock.ts')
/** Path of a runtime in `node_modules`: the system's Node may be too old to run TypeScript. */
const installed = (name: string) => resolve(import.meta.dirname, '../../node_modules/.bin', name)
const other = installed(process.versions.bun === undefined ? 'bun' : 'node')

const hold = async (runtime: string, dataDir: string): Promise<{ child: ChildProcess; message: string }> => {
  const child = endWithUs(spawn(runtime, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] }))
  onTestFinished(() => void child.kill('SIGKILL'))
  const [chunk] = await once(child.stdout!, 'data')
  return { child, message: String(chunk).trim() }
}

describe('within one process', () => {
  it('the folder has one owner until the lock is released', async () => {
    const dataDir = newFolder()
    const lock = await lockFolder(dataDir)
    expect(lock).toBeDefined()
    expect(await lockFolder(dataDir)).toBeUndefined()
    expect(await lockHolder(dataDir)).toBe(process.pid)
    lock!.release()
    lock!.release()
    const again = await lockFolder(dataDir)
    expect(again).toBeDefined()
    again!.release()
  })

  it('another folder is another lock', async () => {
    const locks = [await lockFolder(newFolder()), await lockFolder(newFolder())]
    for (const lock of locks) lock!.release()
    expect(locks).not.toContain(undefined)
  })
})

describe.each([
  ['the same runtime', process.execPath],
  ['the other runtime', other],
])('between processes, %s', (_name, runtime) => {
  it('a second one is refused, and the first keeps it', async () => {
    const dataDir = newFolder()
    const lock = await lockFolder(dataDir)
    expect((await hold(runtime, dataDir)).message).toBe('refused')
    expect((await hold(runtime, dataDir)).message).toBe('refused')
    lock!.release()
    const holder = await hold(runtime, dataDir)
    expect(holder.message).toBe('locked')
    expect(await lockFolder(dataDir)).toBeUndefined()
    expect(await lockHolder(dataDir)).toBe(holder.child.pid)
  })

  it('the system releases it when the owner is killed', async () => {
    const dataDir = newFolder()
    const { child, message } = await hold(runtime, dataDir)
    expect(message).toBe('locked')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const lock = await lockFolder(dataDir)
    expect(lock).toBeDefined()
    lock!.release()
  })
})

describe('a folder that cannot be locked', () => {
  it.each<[string, (path: string) => void, RegExp]>([
    ['is missing', () => {}, /does not exist\.$/],
    ['is a file', (path) => writeFileSync(path, ''), /is not a folder\.$/],
  ])('says that it %s', async (_name, prepare, message) => {
    const path = join(newFolder(), 'data')
    prepare(path)
    const refusal = await lockFolder(path).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(FolderUnusable)
    expect((refusal as Error).message).toMatch(message)
    expect((refusal as Error).message).toContain(path)
  })

  it('reports a lock.db that is something else, and leaves it alone', async () => {
    const dataDir = newFolder()
    writeFileSync(join(dataDir, 'lock.db'), 'not a database, but long enough to have a header'.repeat(20))
    await expect(lockFolder(dataDir)).rejects.toThrow(/cannot be locked: .*not a database/)
    expect(existsSync(join(dataDir, 'lock.pid'))).toBe(false)
  })

  it('has no known holder when it was never locked', async () => {
    expect(await lockHolder(newFolder())).toBeUndefined()
  })
})
