import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Metafile } from 'esbuild'

const root = join(import.meta.dirname, '../..')

export interface Bundle {
  /** File name → text. */
  files: ReadonlyMap<string, string>
  warnings: string[]
  /** Gzipped size of the entry and its static imports, which a page loads at start, in bytes. */
  startBytes(entry: string): number
  /** Gzipped size of all files, including those loaded on demand, but without languages other than English. */
  bytes: number
  /** Gzipped size of the messages of each language other than English, which are loaded if they are needed. */
  languageBytes: ReadonlyMap<string, number>
}

/**
 * Bundles entries (paths in the repository) for a browser with esbuild, without aliases, plugins or external
 * modules. Rejects if an import cannot be resolved.
 */
export const bundleForBrowser = async (entries: readonly string[]): Promise<Bundle> => {
  const { outputFiles, metafile, warnings } = await build({
    absWorkingDir: root,
    entryPoints: [...entries],
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    splitting: true,
    minify: true,
    metafile: true,
    write: false,
    outdir: 'dist/browser',
    entryNames: '[name]',
    logLevel: 'silent',
  })
  const files = new Map(outputFiles.map(({ path, text }) => [path.split('/').at(-1)!, text]))
  const sizes = new Map([...files].map(([name, text]) => [name, gzipSync(text).length]))
  const sum = (names: Iterable<string>) => [...names].reduce((bytes, name) => bytes + sizes.get(name)!, 0)
  const ofLanguages = languageFiles(metafile)
  return {
    files,
    warnings: warnings.map(({ text }) => text),
    startBytes: (entry) => sum(loadedWith(metafile, entry)),
    bytes: sum(files.keys()) - sum([...ofLanguages.values()].flat()),
    languageBytes: new Map([...ofLanguages].map(([language, names]) => [language, sum(names)])),
  }
}

/** Returns the files of each language of the core but English. */
const languageFiles = ({ outputs }: Metafile): Map<string, string[]> => {
  const files = new Map<string, string[]>()
  for (const [path, { entryPoint = '' }] of Object.entries(outputs)) {
    const language = /^src\/core\/messages\/(?!en\/)(\w+)\//.exec(entryPoint)?.[1]
    if (language) files.set(language, [...(files.get(language) ?? []), path.split('/').at(-1)!])
  }
  return files
}

const loadedWith = ({ outputs }: Metafile, entry: string): Set<string> => {
  const names = new Set<string>()
  const follow = (path: string): void => {
    const name = path.split('/').at(-1)!
    if (names.has(name)) return
    names.add(name)
    for (const { kind, path: next } of outputs[path]!.imports) if (kind === 'import-statement') follow(next)
  }
  follow(Object.keys(outputs).find((path) => outputs[path]!.entryPoint === entry)!)
  return names
}
