import { basename } from 'node:path'

/** Output of `bun build --metafile`: inputs are sources and embedded files, the output is bundled code. */
export interface Metafile {
  inputs: Record<string, unknown>
  outputs: Record<string, { bytes: number }>
}

const code = /\.[cm]?[jt]s(on)?$/
const shownAssets = 10

/**
 * Formats the parts of an executable's size: runtime, code, its bytecode with source maps, and embedded files, the
 * largest by name. `total`, `runtime` (an empty program) and `sizeOf` (of a path) are in bytes.
 */
export const sizeReport = (
  total: number,
  runtime: number,
  { inputs, outputs }: Metafile,
  sizeOf: (path: string) => number,
): string[] => {
  const minified = sum(Object.entries(outputs).filter(([name]) => code.test(name)))
  const assets = Object.keys(inputs)
    .filter((path) => !code.test(path))
    .map((path) => [basename(path), { bytes: sizeOf(path) }] as const)
    .sort(([, one], [, other]) => other.bytes - one.bytes)
  const rest = assets.slice(shownAssets)
  const line = (what: string, bytes: number, indent = '  ') =>
    `${indent}${(bytes / 1024 / 1024).toFixed(2).padStart(8)} MiB  ${what}`
  return [
    line('runtime (Bun)', runtime),
    line('code', minified),
    line('bytecode and source maps of the code', total - runtime - minified - sum(assets)),
    line(`assets: ${assets.length} files`, sum(assets)),
    ...assets.slice(0, shownAssets).map(([name, { bytes }]) => line(name, bytes, '      ')),
    ...(rest.length > 0 ? [line(`${rest.length} more`, sum(rest), '      ')] : []),
  ]
}

const sum = (files: readonly (readonly [string, { bytes: number }])[]): number =>
  files.reduce((total, [, { bytes }]) => total + bytes, 0)
