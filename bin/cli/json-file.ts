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
    throw failure('usage', `${argument}: ${file} is not readable JSON: ${(error as Error).message}`)
  }
}
