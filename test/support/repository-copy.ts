import { execFile } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from './temporary-folder.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/**
 * Returns the files shown in a section of CONTRIBUTING.md, text by path: each is a path in backticks and the
 * code block that follows it.
 */
export const filesOfPage = (heading: string): Record<string, string> => {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const section = page.split(/^## /m).find((part) => part.startsWith(heading))!
  const found = [...section.matchAll(/`([^`\n]+\.(?:ts|sql))`\.\n\n```\w+\n([\s\S]*?)```/g)]
  return Object.fromEntries(found.map(([, path, text]) => [path!, text!]))
}

export interface RepositoryCopy {
  folder: string
  /** Runs this Node in the copy; rejects with the output unless it exits with 0. */
  node(...args: string[]): Promise<{ stdout: string; stderr: string }>
}

const parts = [
  'src',
  'bin',
  'examples',
  'scripts',
  'test',
  'docs',
  'portal/words',
  'migrations',
  'package.json',
  'vitest.config.ts',
  'tsconfig.json',
]

/**
 * Copies the parts of the repository that tests in the copy need, and writes these files into it. The copy is
 * removed after the tests.
 */
export const copyRepository = (files: Readonly<Record<string, string>>): RepositoryCopy => {
  const copy = temporaryFolder()
  for (const name of parts) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(copy, file), text)
  // Tests in the copy must not inherit the selection of the tests that are running here.
  const env = { ...process.env, LETTERSHOP_TESTS: '', TEST_COUNTS: '' }
  return { folder: copy, node: (...args) => run(process.execPath, args, { cwd: copy, env }) }
}

/**
 * Copies the repository with these migrations, one of which adds a note to return addresses, and adds that
 * column to the model.
 */
export const copyWithMigrations = async (
  files: Readonly<Record<string, string>>,
): Promise<RepositoryCopy> => {
  const next = copyRepository(files)
  const model = join(next.folder, 'src/core/model/organisations.ts')
  const described = readFileSync(model, 'utf8')
  const table = described.indexOf('returnAddressesTable = defineTable(')
  const id = described.indexOf('id: text(),', table)
  writeFileSync(model, `${described.slice(0, id)}note: textOrNull(), ${described.slice(id)}`)
  return next
}

/** Replaces a text in a file of the copy. */
export const change = ({ folder }: RepositoryCopy, file: string, from: string, to: string): void => {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from}.`)
  writeFileSync(path, text.replace(from, to))
}
