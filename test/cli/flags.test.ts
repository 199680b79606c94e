import { afterEach, expect, test, vi } from 'vitest'
import { main } from '../../bin/main.ts'
import { type Ended, lettershop as spawned } from '../support/cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Runs a command in this process, which is faster; these commands need no folder and no port. */
const lettershop = async (args: readonly string[]): Promise<Ended> => {
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation(((text: string, done?: () => void) => {
      written[name] += text
      done?.()
      return true
    }) as never)
  }
  await main(args)
  const code = Number(process.exitCode ?? 0)
  return { code, ...written }
}

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = 0
})

test.each([
  ['help', ['help'], 'lettershop'],
  ['help of a group', ['help', 'org'], 'lettershop org'],
  ['help of a command', ['help', 'org', 'create'], '--time-zone'],
  [
    'help of a command, after flags of every command',
    ['--data', '/none', 'help', 'org', 'create'],
    '--time-zone',
  ],
])('%s is printed on standard output', async (_what, args, text) => {
  const { code, stdout, stderr } = await lettershop(args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain(text)
})

test.each([
  ['--data', ['--data', '/none/of/these', 'org', 'list'], 'There is no data folder /none/of/these.'],
  ['--data=', ['--data=/none/of/these', 'org', 'list'], 'There is no data folder /none/of/these.'],
  [
    '--json and --data',
    ['--json', '--data', '/none/of/these', 'org', 'list'],
    '"detail":"There is no data folder',
  ],
])('%s may come before the command', async (_what, args, message) => {
  const { code, stderr } = await lettershop(args)
  expect(code).toBe(10)
  expect(stderr).toContain(message)
})

/** Arguments and the message on standard error. None of them touches a data folder. */
test.each([
  ['an unknown command', ['orgs'], 'There is no command “orgs”'],
  ['help of an unknown command', ['help', 'orgs'], 'There is no command “orgs”'],
  ['an unknown flag before the command', ['--all', 'org', 'list'], 'There is no command “--all”'],
  ['a value missing before the command', ['--data'], '“--data”'],
  ['an unknown command of a group', ['org', 'delete'], 'There is no command “delete”'],
  ['an unknown flag', ['org', 'list', '--all'], 'Unknown flag --all'],
  ['a mistyped flag', ['org', 'create', '--nam', 'X'], 'Unknown flag --nam; did you mean --name?'],
  ['an unknown short flag', ['org', 'list', '-x'], 'Unknown flag -x'],
  ['a flag without its value', ['org', 'create', '--name'], '--name needs a value'],
  ['a flag instead of a value', ['org', 'create', '--name', '--json'], '--name needs a value'],
  ['a flag given twice', ['org', 'create', '--name', 'A', '--name', 'B'], '--name is given more than once'],
  ['a missing flag', ['key', 'create', '--org', 'org_1', '--mode', 'test'], '--scopes is missing'],
  [
    'a value for a flag that takes none',
    ['serve', '--allow-insecure-webhooks=perhaps'],
    '--allow-insecure-webhooks takes no value',
  ],
  ['a missing argument', ['org', 'suspend'], 'ID is missing'],
  ['an unexpected argument', ['org', 'suspend', 'org_1', 'org_2'], 'Unexpected argument “org_2”'],
  [
    'an invalid mode',
    ['key', 'create', '--org', 'o', '--mode', 'prod', '--scopes', 'all'],
    '--mode must be live or test',
  ],
  [
    'an invalid amount',
    ['billing', 'top-up', '--org', 'o', '--amount-cents', '12.50'],
    '--amount-cents takes a whole number',
  ],
  ['an invalid port', ['serve', '--port', 'http'], '--port takes a whole number from 0 to 65535'],
  [
    'a delay that is too long',
    ['serve', '--drain-delay', '61'],
    '--drain-delay takes a whole number from 0 to 60',
  ],
  [
    'a delay that is not a whole number',
    ['serve', '--drain-delay', '1.5'],
    '--drain-delay takes a whole number from 0 to 60, not “1.5”',
  ],
  [
    'a session of no duration',
    ['serve', '--session-idle-minutes', '0'],
    '--session-idle-minutes takes a whole number from 1 to 10080',
  ],
  ['a missing file', ['item', 'create', '--file', '/no/such.json'], '--file: /no/such.json cannot be read'],
])('%s exits with 2 and is named', async (_what, args, message) => {
  const { code, stdout, stderr } = await lettershop(args)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(message)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('with --json an error is one JSON value on standard error, and standard output is empty', async () => {
  const { code, stdout, stderr } = await lettershop(['org', 'list', '--json', '--all'])
  expect([code, stdout]).toEqual([2, ''])
  expect(JSON.parse(stderr)).toMatchObject({ code: 'usage', exitCode: 2 })
})

test('a rule of the core names the flag that violates it', async () => {
  const folder = temporaryFolder()
  const args = ['org', 'create', '--name', '', '--country', 'Netherlands', '--data', folder, '--json']
  const { code, stderr } = await lettershop(args)
  expect(code).toBe(2)
  expect(JSON.parse(stderr).errors.map((error: { parameter: string }) => error.parameter)).toEqual([
    '--name',
    '--country',
  ])
})

test.each([
  ['a flag of two words', ['billing', 'top-up', '--amount-cents', '0'], /^--amount-cents takes/],
  [
    'a flag with another name in the core',
    ['user', 'create', '--email', 'a@b.example', '--role', 'x'],
    /^--role: /,
  ],
  ['a word of a sentence that is also a parameter', ['clock', 'advance', '--to', 'x'], /or next-cutoff\.$/m],
])('%s is named as it was typed', async (_what, args, message) => {
  const folder = temporaryFolder()
  const made = await lettershop(['org', 'create', '--name', 'A', '--data', folder, '--json'])
  const { code, stderr } = await lettershop([...args, '--org', JSON.parse(made.stdout).id, '--data', folder])
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
})

test.each([
  [['--help'], 'lettershop serve|'],
  [['org', '--help'], 'lettershop org create|'],
  [['org', 'create', '--help'], 'lettershop org create [OPTIONS] --name'],
  [['serve', '-h'], 'lettershop serve [OPTIONS]'],
])('%j prints help as plain text and exits with 0', async (args, words) => {
  const { code, stdout } = await lettershop(args)
  expect(code).toBe(0)
  expect(stdout).toContain(`USAGE ${words}`)
})

test.each([[['version']], [['--version']]])('%j prints the version', async (args) => {
  const { code, stdout } = await lettershop(args)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^lettershop \d+\.\d+\.\d+ \(/)])
})

test('a process exits with the code and the message', async () => {
  const { code, stdout, stderr } = await spawned(['org', 'list', '--all'])
  expect([code, stdout, stderr]).toEqual([2, '', 'Unknown flag --all. See lettershop org list --help.\n'])
})
