import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '../..')

/** Returns the files below a folder as sorted paths from the repository's root, with `/`. */
export const filesBelow = (folder: string, names = /\.ts$/): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()

/** Returns the text of a file of the repository. */
export const read = (file: string): string => readFileSync(join(root, file), 'utf8')

export const sourcesOf = (files: readonly string[]): Map<string, string> =>
  new Map(files.map((file) => [file, read(file)]))

const trees = new Map<string, ts.SourceFile>()

/**
 * Returns the syntax tree of a file. Cached, because several rules read the same sources, and parsing takes
 * longest.
 */
export const syntaxTree = (file: string, source: string): ts.SourceFile => {
  const known = trees.get(file)
  if (known?.text === source) return known
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  trees.set(file, tree)
  return tree
}
