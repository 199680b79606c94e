import { readFileSync } from 'node:fs'
import { reasonOf } from '../instance/folder.ts'
import { failure } from './failure.ts'

/**
 * The JSON in a file, or on standard input (`-`). Throws a failure that names the argument as it was typed,
 * `--file` or `FILE`.
 */
export const readJsonFile = (file: string, argument = 'FILE'): unknown => {
  let text: string
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    throw failure('usage', `${argument}: ${file} cannot be read: ${reasonOf(error)}.`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw failure(
      'usage',
      `${argument}: ${file} is not readable JSON: ${placed(text, (error as Error).message)}`,
    )
  }
}

/** What the parser says, with the line and column in the place of a count of characters. */
const placed = (text: string, message: string): string => {
  const at = Number(/at position (\d+)/.exec(message)?.[1] ?? text.length)
  const lines = text.slice(0, at).split('\n')
  const said = message.replace(/ (?:in JSON )?at position \d+.*$/s, '')
  return `line ${lines.length}, column ${lines.at(-1)!.length + 1}: ${said}.`
}
