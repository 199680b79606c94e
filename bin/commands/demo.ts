import { existsSync } from 'node:fs'
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockPath } from '../../src/adapters/data-folder/lock.ts'
import { command, print } from '../cli/command.ts'
import { CommandFailure, exitCodes } from '../cli/failure.ts'
import { runSteps, type Stage } from '../demo/steps.ts'
import { tryLock } from '../instance/folder.ts'
import { testPrintFolder } from '../instance/printers.ts'
import { version } from '../version.ts'
import { startInstance, stopOnSignal } from './serve.ts'

export const demo = command({
  name: 'lettershop demo',
  description: 'Print sample mail in a scratch folder, offline, and leave a server running to try out',
  flags: {
    port: { type: 'string', description: 'Port (8484, or a free one)', valueHint: 'N' },
    exit: { type: 'boolean', description: 'Exit after the sample run' },
  },
  async run({ args, json }) {
    // Without `--data`, the demo uses a scratch folder, never one with real mail.
    await removeEnded()
    const dataDir = args.data ?? (await mkdtemp(join(tmpdir(), prefix)))
    const { server, core, stop: end } = await start(dataDir, args.port)
    const stop = async () => {
      await end()
      if (args.data === undefined) await rm(dataDir, { recursive: true, force: true })
    }
    stopOnSignal(stop)
    const stage = json ? silentStage : terminalStage()
    const isKept = args.data !== undefined
    if (!json) {
      const folder = isKept ? `folder ${dataDir}, which is kept` : `scratch folder ${dataDir}`
      await print(`Lettershop ${version} · demo · test mode · ${folder}`)
    }
    try {
      const result = await runSteps(core, stage, testPrintFolder(dataDir))
      if (json) await print(JSON.stringify({ ...result, url: server.url, dataDir }))
      else
        await print(
          whatNext(server.url, result, folderText(args.exit === true, isKept ? dataDir : undefined)),
        )
    } catch (error) {
      await stop()
      throw error
    }
    if (args.exit) await stop()
    return undefined
  },
  text: () => '',
})

const prefix = 'lettershop-demo-'

/** Removes scratch folders left by this user's killed demos, whose locks are free. */
const removeEnded = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name)
    if (!name.startsWith(prefix) || !existsSync(lockPath(folder))) continue
    const { uid } = await lstat(folder)
    const lock = uid === process.getuid?.() ? await tryLock(folder).catch(() => undefined) : undefined
    if (!lock) continue
    lock.release()
    await rm(folder, { recursive: true, force: true })
  }
}

const start = async (dataDir: string, port: string | undefined) => {
  // The demo ignores a database from the environment.
  const flags = { 'allow-insecure-webhooks': true, host: '127.0.0.1', port, database: '' }
  try {
    return await startInstance(dataDir, flags, 'warn')
  } catch (error) {
    const taken = error instanceof CommandFailure && error.body.exitCode === exitCodes.cannotListen
    if (!taken || port !== undefined) throw error
    return startInstance(dataDir, { ...flags, port: '0' }, 'warn')
  }
}

const silentStage: Stage = { line() {}, progress() {} }

const line = (name: string, text: string): string => `  ${name.padEnd(10)} ${text}\n`

const terminalStage = (): Stage => {
  const live = process.stdout.isTTY === true
  return {
    line(name, text) {
      process.stdout.write(line(name, text))
    },
    progress(name, share, text) {
      const filled = Math.round(share * 10)
      const bar = `${'█'.repeat(filled)}${'░'.repeat(10 - filled)}`
      if (live) process.stdout.write(`\r${line(name, `${bar} ${text}`).trimEnd()}${share === 1 ? '\n' : ''}`)
      else if (share === 1) process.stdout.write(line(name, `${bar} ${text}`))
    },
  }
}

const folderText = (ended: boolean, kept: string | undefined): { ended: boolean; text: string } => {
  if (kept !== undefined) {
    const again = `lettershop serve --data '${kept}' starts it again.`
    return {
      ended,
      text: ended ? `The folder is kept: ${again}` : `Ctrl-C stops the server. The folder is kept: ${again}`,
    }
  }
  const text = ended
    ? 'The folder is removed; --data DIR keeps one.'
    : 'Ctrl-C stops the server and removes the folder.'
  return { ended, text }
}

const whatNext = (
  url: string,
  result: { testKey: string; itemId: string; signInUrl: string },
  { ended, text }: { ended: boolean; text: string },
): string => {
  const lines = [
    ...(ended ? [] : [line('Portal', `${result.signInUrl}   (signs in once)`)]),
    line('API', `${url}/v1        Document  ${url}/v1/meta/openapi.json`),
    line('Test key', `${result.testKey}   (shown once)`),
    line('Try', `curl -H "Authorization: Bearer ${result.testKey}" "${url}/v1/items?limit=3"`),
    line('', `curl -H "Authorization: Bearer ${result.testKey}" ${url}/v1/items/${result.itemId}/history`),
    line('', text),
  ]
  return lines.join('').trimEnd()
}
