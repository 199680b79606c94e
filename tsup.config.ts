import { defineConfig, type Options } from 'tsup'

const shared: Options = {
  format: 'esm',
  target: 'node22',
  platform: 'node',
  outDir: 'dist/library',
  splitting: true,
  // The code is not minified, and the sources it was made of are not in the package (decision 196).
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
      sqlite: 'src/sqlite.ts',
      server: 'src/server/index.ts',
      client: 'src/client/index.ts',
      testing: 'src/testing.ts',
      'bin/lettershop': 'bin/lettershop.ts',
      'pdf-worker': 'src/adapters/pdf/worker.ts',
      'pdf-apart': 'src/adapters/pdf/apart/entry.ts',
      'sqlite-scan-worker': 'src/adapters/sqlite/scan-worker.ts',
    },
  },
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      memory: 'src/memory.ts',
      postgres: 'src/postgres.ts',
      sqlite: 'src/sqlite.ts',
      server: 'src/server/index.ts',
      client: 'src/client/index.ts',
      testing: 'src/testing.ts',
    },
    dts: { only: true },
  },
])
