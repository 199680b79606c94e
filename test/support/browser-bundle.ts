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
  /** Gzipped size of all files, including those loaded on demand. */
  bytes: number
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
  return {
    files,
    warnings: warnings.map(({ text }) => text),
    startBytes: (entry) => sum(loadedWith(metafile, entry)),
    bytes: sum(files.keys()),
  }
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
