import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ArgsDef, CommandDef } from 'citty'
import { describe, expect, test } from 'vitest'
import { commonFlags } from '../../bin/cli/flags.ts'
import { explainSettings } from '../../bin/cli/settings.ts'
import { root } from '../../bin/commands/index.ts'
import { serve } from '../../bin/commands/serve.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const [commands = '', settings = ''] = readFileSync(
  join(import.meta.dirname, '../../docs/cli.md'),
  'utf8',
).split('\n## Settings\n')

/** Returns the cells of each row of the tables. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))

interface Command {
  path: string
  flags: string[]
}

/** Lists every runnable command with its flags. */
const commandsOf = async (command: CommandDef, path: string[] = []): Promise<Command[]> => {
  if (command.subCommands) {
    const below = Object.entries(
      command.subCommands as Record<string, CommandDef | (() => Promise<CommandDef>)>,
    )
    const found = below.map(async ([word, one]) =>
      commandsOf(typeof one === 'function' ? await one() : one, [...path, word]),
    )
    return (await Promise.all(found)).flat()
  }
  const flags = Object.entries(command.args as ArgsDef)
    .filter(([name, { type }]) => type !== 'positional' && !(name in commonFlags))
    .map(([name]) => name)
  return [{ path: path.join(' '), flags }]
}

describe('docs/cli.md', async () => {
  test.each(await commandsOf(root))('has $path with every flag', ({ path, flags }) => {
    const named = new RegExp(`\`${path}[ \`]`)
    const cell = rowsOf(commands)
      .map(([, first = '']) => first)
      .find((first) => named.test(first))
    expect(cell, 'the row of the command').toBeDefined()
    expect(flags.filter((flag) => !new RegExp(`--${flag}(?![\\w-])`).test(cell!))).toEqual([])
  })

  test.each(await explainSettings(temporaryFolder(), {}, {}))(
    'has the setting $name with its variable and its flag',
    ({ name, variable }) => {
      const [first] = variable.split('[')
      const row = rowsOf(settings).find(([, , variables = '']) => variables.includes(`\`${first}\``))
      expect(row, 'the row of the setting').toBeDefined()
      const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      if (flag in { ...serve.args, ...commonFlags }) {
        expect([row![1], row![3]]).toEqual([
          expect.stringContaining(`\`${name}\``),
          expect.stringContaining(`\`--${flag}\``),
        ])
      } else {
        expect(variable).toMatch(/\[_FILE\]$/)
        expect(row![2]).toContain(`\`${first}_FILE\``)
      }
    },
  )
})
