import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A third-party work that is distributed with the program. */
export interface Part {
  name: string
  version?: string
  /** An SPDX expression. */
  licence: string | undefined
  /** Its purpose or its source. */
  about?: string
  /** The texts of its licence, as distributed with it. */
  texts: readonly string[]
}

interface Locked {
  version: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export interface Lockfile {
  packages: Record<string, Locked>
}

/**
 * Lists every npm package that the program, the library or the portal needs, from the lockfile; the portal's list
 * includes packages that only its compiler needs. Throws if one is not in the lockfile or not installed.
 */
export const packagesOf = (root: string, { packages }: Lockfile): Part[] => {
  const found = new Map<string, Locked>()
  const follow = (from: string, { dependencies, optionalDependencies }: Locked): void => {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(packages, from, name)
      if (place === undefined)
        throw new Error(`${name}, which ${from || 'the program'} needs, is not in the lockfile.`)
      if (found.has(place)) continue
      found.set(place, packages[place]!)
      follow(place, packages[place]!)
    }
  }
  follow('', packages['']!)
  follow('portal', packages.portal!)
  return [...found]
    .map(([place, { version, license }]) => ({
      name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license ?? olderLicenceOf(join(root, place)),
      texts: textsOf(join(root, place)),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Resolves a package that another one imports, as Node does. */
const placeOf = (packages: Lockfile['packages'], from: string, name: string): string | undefined => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') return undefined
  }
}

/** Returns the licences in the `licenses` field of older packages, which the lockfile omits. */
const olderLicenceOf = (folder: string): string | undefined => {
  const { licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    licenses?: { type: string }[]
  }
  return licenses?.map(({ type }) => type).join(' AND ')
}

const licenceFile = /^(licen[cs]e|copying|notice|copyright|ofl)/i

const textsOf = (folder: string): string[] => {
  const files = readdirSync(folder).sort()
  const texts = files
    .filter((name) => licenceFile.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  if (texts.length > 0) return texts
  // Some packages state their licence only in the README.
  const readme = files.find((name) => /^readme/i.test(name))
  const section =
    readme && /^#+ *licen[cs]e\s*\n([\s\S]*)/im.exec(readFileSync(join(folder, readme), 'utf8'))?.[1]
  return section ? [section] : []
}
