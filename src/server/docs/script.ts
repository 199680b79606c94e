import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** File name of the viewer's script, stored compressed. */
export const scriptFile = 'rapidoc-min.js.gz'

/**
 * The file lies beside this module in the sources. In the built library it lies at the root of
 * `dist/library`, while this module may be in an entry one level below.
 */
const packaged = (): URL => {
  const places = ['./rapidoc/', '../rapidoc/'].map((folder) => new URL(folder + scriptFile, import.meta.url))
  return places.find((place) => existsSync(place)) ?? places[0]!
}

let where: () => Promise<string | URL> = async () => packaged()

/** Called by the executable's entry to say where the embedded file is. */
export const embedViewer = (path: () => Promise<string>): void => {
  where = path
}

let script: Promise<Uint8Array<ArrayBuffer>> | undefined

/** The viewer's script, read on the first request for it. */
export const viewerScript = (): Promise<Uint8Array<ArrayBuffer>> => {
  script ??= where()
    .then((path) => readFile(path))
    .then((bytes) => new Uint8Array(bytes))
  return script
}
