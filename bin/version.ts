import manifest from '../package.json' with { type: 'json' }

/** Of this program, as in its package. */
export const version: string = manifest.version

/** What runs this program. */
export const runtime = (): string =>
  process.versions.bun === undefined
    ? `Node ${process.versions.node}`
    : `Bun ${process.versions.bun} (executable)`
