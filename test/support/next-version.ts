import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyRepository, type RepositoryCopy } from './repository-copy.ts'

/** A copy of the repository with these migrations, of which one gives return addresses a note. */
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

/** Writes something else in a file of the copy. */
export const change = ({ folder }: RepositoryCopy, file: string, from: string, to: string): void => {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from}.`)
  writeFileSync(path, text.replace(from, to))
}
