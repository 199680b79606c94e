import { join } from 'node:path'
import { connectControl } from '../../src/adapters/data-folder/control-client.ts'
import { lockHolder } from '../../src/adapters/data-folder/lock.ts'
import { exists } from '../../src/adapters/system/files.ts'
import { fine } from '../../src/core/features/instance/doctor.ts'
import type { Finding } from '../../src/core/ports/upkeep.ts'
import { command, table } from '../cli/command.ts'
import { CommandFailure, exitCodes } from '../cli/failure.ts'
import { dataFolder } from '../cli/settings.ts'
import { callPatiently } from '../control/execute.ts'
import { machineSentences } from '../instance/sentences.ts'

export const configShow = command({
  name: 'lettershop config show',
  description: 'Show every setting of the running server, its source, and the variable that sets it',
  flags: {},
  async run({ args }) {
    const dataDir = dataFolder(args.data)
    const { settingsInForce } = await import('../instance/examine/context.ts')
    return { dataDir, file: join(dataDir, 'config.json'), ...(await settingsInForce(dataDir)) }
  },
  text: ({ dataDir, of, settings }) =>
    `Data in ${dataDir}; ${of === 'server' ? 'settings of the running server' : 'no server answers; these are the settings that it would start with'}\n${table(
      ['SETTING', 'VALUE', 'FROM', 'VARIABLE'],
      settings.map(({ name, value, source, variable }) => [name, shown(value), source, variable]),
    )}`,
})

const shown = (value: unknown): string =>
  value === null ? '-' : Array.isArray(value) ? value.join(',') || '-' : String(value)

export const doctor = command({
  name: 'lettershop doctor',
  description: 'Check the instance and its machine; changes nothing. Exit code 1 if a check fails',
  flags: {},
  async run({ args, json }) {
    const checks = (await found(dataFolder(args.data))).map(({ name, status, detail, command }) => ({
      name,
      status,
      detail: command === undefined ? detail : `${detail} (${command})`,
    }))
    const wrong = checks.filter(({ status }) => status === 'wrong')
    if (wrong.length === 0) return { healthy: true, checks }
    if (!json) process.stdout.write(`${textOf(checks)}\n`)
    else process.stdout.write(`${JSON.stringify({ healthy: false, checks })}\n`)
    throw new CommandFailure({
      code: 'unhealthy',
      detail: `${wrong.length === 1 ? 'One check' : `${wrong.length} checks`} failed: ${wrong.map(({ name }) => name).join(', ')}.`,
      exitCode: exitCodes.failed,
    })
  },
  text: ({ checks }) => textOf(checks),
})

/**
 * Runs the checks in the server that owns the folder. If none answers, runs them in this process, even if the
 * instance can't be opened.
 */
const found = async (dataDir: string): Promise<Finding[]> => {
  const client = (await exists(dataDir)) ? await connectControl(dataDir) : undefined
  if (client) {
    try {
      const checks = (await callPatiently(client, 'doctor', undefined)) as Finding[]
      const process = (await lockHolder(dataDir)) ?? 'unknown'
      return [{ name: 'owner', ...fine(machineSentences.sentence('owner_server', { process })) }, ...checks]
    } catch {
      // The server has another version, or stopped.
    } finally {
      client.close()
    }
  }
  const { examine } = await import('../instance/examine/examine.ts')
  return examine(dataDir)
}

const marks = { fine: 'ok    ', note: 'note  ', wrong: 'WRONG ' } as const

const textOf = (checks: readonly { name: string; status: keyof typeof marks; detail: string }[]): string =>
  checks.map(({ name, status, detail }) => `${marks[status]} ${name.padEnd(14)} ${detail}`).join('\n')
