import { readFileSync } from 'node:fs'
import { reasonOf } from '../instance/folder.ts'
import { failure } from './failure.ts'

/** Reads JSON from a file or standard input (`-`). Throws a failure that names the argument as typed. */
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
      `${argument}: ${file} is not valid JSON: ${placed(text, (error as Error).message)}`,
    )
  }
}

/** Returns the parser's message with a line and column instead of an offset. */
const placed = (text: string, message: string): string => {
  const at = Number(/at position (\d+)/.exec(message)?.[1] ?? text.length)
  const lines = text.slice(0, at).split('\n')
  const reason = message.replace(/ (?:in JSON )?at position \d+.*$/s, '')
  return `line ${lines.length}, column ${lines.at(-1)!.length + 1}: ${reason}.`
}
