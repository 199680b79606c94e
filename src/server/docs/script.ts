import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** The viewer's script, compressed as it is sent. */
export const scriptFile = 'rapidoc-min.js.gz'

/** Beside this module in the sources; in the built library at the root of `dist/library`, while this may be an entry one below. */
const packaged = (): URL => {
  const places = ['./rapidoc/', '../rapidoc/'].map((folder) => new URL(folder + scriptFile, import.meta.url))
  return places.find((place) => existsSync(place)) ?? places[0]!
}

let where: () => Promise<string | URL> = async () => packaged()

/** Said by the executable's entry: how to find the embedded file. */
export const embedViewer = (path: () => Promise<string>): void => {
  where = path
}

let script: Promise<Uint8Array<ArrayBuffer>> | undefined

/** Read when somebody first looks at the documentation. */
export const viewerScript = (): Promise<Uint8Array<ArrayBuffer>> => {
  script ??= where()
    .then((path) => readFile(path))
    .then((bytes) => new Uint8Array(bytes))
  return script
}
