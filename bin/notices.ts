import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const file = 'THIRD-PARTY-NOTICES'

/** At the root of the repository, or of the package. */
const packaged = (): string => {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const place = join(folder, file)
    if (existsSync(place) || folder === dirname(folder)) return place
  }
}

let where = async (): Promise<string> => packaged()

/** Said by the executable's entry: how to find the embedded file. */
export const embedNotices = (path: () => Promise<string>): void => {
  where = path
}

/** The works of others that this program holds, with their licences. */
export const readNotices = async (): Promise<string> => readFile(await where(), 'utf8')
