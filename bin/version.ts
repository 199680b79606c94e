import manifest from '../package.json' with { type: 'json' }

export const version: string = manifest.version

export const runtime = (): string =>
  process.versions.bun === undefined
    ? `Node ${process.versions.node}`
    : `Bun ${process.versions.bun} (executable)`
