import { defineConfig, type Options } from 'tsup'

const shared: Options = {
  format: 'esm',
  target: 'node22',
  platform: 'node',
  outDir: 'dist/library',
  splitting: true,
  // The code is not minified, and the sources it was made of are not in the package.
  sourcemap: false,
  // Libraries stay outside: npm installs them, and their wasm and native files lie beside them.
  skipNodeModulesBundle: true,
  // Ours, by names of package.json (`imports`): they do not lie in the package.
  noExternal: [/^#platform\//],
  removeNodeProtocol: false,
}

/** The library with its declarations, the program, the thread that draws, and the process that reads what strangers send. */
export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      memory: 'src/memory.ts',
      postgres: 'src/postgres.ts',
      s3: 'src/s3.ts',
      sqlite: 'src/sqlite.ts',
      server: 'src/server/index.ts',
      client: 'src/client/index.ts',
      testing: 'src/testing.ts',
      'browser-files': 'src/browser-files.ts',
      'bin/lettershop': 'bin/lettershop.ts',
      'pdf-worker': 'src/adapters/pdf/worker.ts',
      'pdf-isolated-process': 'src/adapters/pdf/isolated-process/entry.ts',
      'sqlite-scan-worker': 'src/adapters/sqlite/scan-worker.ts',
    },
  },
  {
    ...shared,
    // Under the condition `browser`, which leads `#platform/…` to the web's modules. All entries in one go: they share classes.
    platform: 'browser',
    target: 'es2022',
    outDir: 'dist/library/browser',
    entry: {
      index: 'src/browser.ts',
      client: 'src/client/index.ts',
      memory: 'src/memory.ts',
      testing: 'src/browser-testing.ts',
      worker: 'src/browser-worker.ts',
    },
  },
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      memory: 'src/memory.ts',
      postgres: 'src/postgres.ts',
      s3: 'src/s3.ts',
      sqlite: 'src/sqlite.ts',
      server: 'src/server/index.ts',
      client: 'src/client/index.ts',
      testing: 'src/testing.ts',
      'browser/index': 'src/browser.ts',
      'browser/testing': 'src/browser-testing.ts',
      'browser/worker': 'src/browser-worker.ts',
      'browser-files': 'src/browser-files.ts',
    },
    dts: { only: true },
  },
])
