import { command } from '../cli/command.ts'
import { CommandFailure, exitCodes } from '../cli/failure.ts'
import { dataFolder } from '../cli/settings.ts'

export const doctor = command({
  name: 'lettershop doctor',
  description: 'Check what this instance needs; changes nothing. Exit code 1 where something is wrong',
  flags: {},
  async run({ args, json }) {
    const { examine } = await import('../instance/examine.ts')
    const checks = await examine(dataFolder(args.data))
    const wrong = checks.filter(({ status }) => status === 'wrong')
    if (wrong.length === 0) return { healthy: true, checks }
    if (!json) process.stdout.write(`${textOf(checks)}\n`)
    else process.stdout.write(`${JSON.stringify({ healthy: false, checks })}\n`)
    throw new CommandFailure({
      code: 'unhealthy',
      detail: `${wrong.length === 1 ? 'One thing is' : `${wrong.length} things are`} wrong: ${wrong.map(({ name }) => name).join(', ')}.`,
      exitCode: exitCodes.failed,
    })
  },
  text: ({ checks }) => textOf(checks),
})

const marks = { fine: 'ok    ', note: 'note  ', wrong: 'WRONG ' } as const

const textOf = (checks: readonly { name: string; status: keyof typeof marks; detail: string }[]): string =>
  checks.map(({ name, status, detail }) => `${marks[status]} ${name.padEnd(14)} ${detail}`).join('\n')
