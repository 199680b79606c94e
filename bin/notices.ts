import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const file = 'THIRD-PARTY-NOTICES'

/** Finds the file at the root of the repository or of the package. */
const packaged = (): string => {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const place = join(folder, file)
    if (existsSync(place) || folder === dirname(folder)) return place
  }
}

let where = async (): Promise<string> => packaged()

/** Registers how to find the embedded file; called by the executable's entry. */
export const embedNotices = (path: () => Promise<string>): void => {
  where = path
}

/** Returns the licences of the third-party works in this program. */
export const readNotices = async (): Promise<string> => readFile(await where(), 'utf8')
