import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addTo,
  brokenLinks,
  installInto,
  type Manifest,
  outputOf,
  packInto,
  typescriptIn,
} from '../support/package.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = join(import.meta.dirname, '../..')
const leftBehind = ['library/of-an-earlier-build.js', 'lettershop-of-the-executable.js.map'].map((name) =>
  join(root, 'dist', name),
)
const folder = temporaryFolder()
const unpacked = join(folder, 'package')
const project = join(folder, 'project')
let files: string[]
let manifest: Manifest

// Once for all tests, because `npm pack` builds from scratch, which takes most of the time.
beforeAll(async () => {
  mkdirSync(join(root, 'dist/library'), { recursive: true })
  for (const file of leftBehind) writeFileSync(file, '')
  files = await packInto(folder)
  manifest = installInto(project, unpacked)
})
afterAll(() => {
  for (const file of leftBehind) rmSync(file, { force: true })
})

const textOf = (file: string): string => readFileSync(join(unpacked, file), 'utf8')
const programs = () => files.filter((file) => file.startsWith('dist/') && file.endsWith('.js'))

describe('the package contains', () => {
  test('the files of its manifest, newly built', () => {
    const named = JSON.stringify([manifest.bin, manifest.exports]).match(/(?<="\.\/)dist[^"]+/g)!
    expect(named).toContain('dist/library/server.d.ts')
    expect(named.filter((file) => !files.includes(file))).toEqual([])
    expect(files.filter((file) => file.startsWith('dist/') && !file.startsWith('dist/library/'))).toEqual([])
    expect(files).not.toContain('dist/library/of-an-earlier-build.js')
  })

  test('no source map, and no reference to one', () => {
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
    expect(programs().filter((file) => /^\/\/# sourceMappingURL=/m.test(textOf(file)))).toEqual([])
  })

  test('every document and every file that it links', () => {
    const documents = files.filter((file) => file.endsWith('.md'))
    expect(documents).toEqual(
      expect.arrayContaining(['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'docs/cli.md']),
    )
    expect(brokenLinks(unpacked, documents)).toEqual([])
    // Internal documents, which users of the package don't read.
    for (const name of ['api-baseline.json', 'interface-coverage.md', 'performance.json', 'plan.md']) {
      expect(files).not.toContain(`docs/${name}`)
    }
  })

  test('programs import dependencies of the package and modules of the runtime only', () => {
    const imported = /(?:^(?:import|export)\b[^'"]*?\bfrom |^import |\bimport\()["']([^."'][^"']*)["']/gm
    const names = programs().flatMap((file) => [...textOf(file).matchAll(imported)].map(([, name]) => name!))
    const packages = new Set(
      names
        .filter((name) => !/^(node|bun):/.test(name))
        .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')),
    )
    expect(packages).toContain('pg')
    const known = [...Object.keys(manifest.dependencies), ...builtinModules]
    expect([...packages].filter((name) => !known.includes(name))).toEqual([])
  })

  test('declarations are self-contained: they import the schemas’ library only', () => {
    const declarations = files.filter((file) => file.endsWith('.d.ts'))
    const names = declarations.flatMap((file) =>
      [...textOf(file).matchAll(/(?:from |import |import\(|types=|path=)["']([^."'][^"']*)["']/g)].map(
        ([, name]) => name!,
      ),
    )
    expect([...new Set(names)]).toEqual(['valibot'])
  })
})

describe('a project that installs it', () => {
  const entries = () => Object.keys(manifest.exports).filter((path) => path !== './package.json')

  /** Returns the TypeScript examples of these pages, which run as they are. */
  const examples = () =>
    ['README.md', 'docs/get-started.md', 'docs/embed.md', 'docs/webhooks.md'].flatMap((page) =>
      typescriptIn(join(unpacked, page)),
    )

  /** Returns a module that exports every entry, and a function whose declaration the compiler can write. */
  const source = (): string =>
    [
      ...entries().map((path, at) => `export * as entry${at} from 'lettershop${path.slice(1)}'`),
      `import { createApp } from 'lettershop/server'`,
      `import { createLettershop } from 'lettershop/testing'`,
      `export const begin = async () => createApp((await createLettershop()).core)`,
    ].join('\n')

  beforeAll(() => {
    writeFileSync(join(project, 'package.json'), '{"type":"module"}')
    writeFileSync(join(project, 'entries.ts'), source())
    for (const [at, code] of examples().entries()) {
      writeFileSync(join(project, `example-${at}.ts`), `${code}\nexport {}\n`)
    }
    addTo(project, '@types/node')
    addTo(project, 'undici-types')
  })

  test.each([
    ['Node’s', { module: 'nodenext', lib: ['es2022'], types: ['node'] }],
    ['a bundler’s, for a browser', { module: 'esnext', moduleResolution: 'bundler', types: [] }],
  ])('checks its types and those of its libraries: modules and globals are %s', async (_what, options) => {
    const compilerOptions = {
      strict: true,
      skipLibCheck: false,
      // Skips the compiler's own declarations, half of the work.
      skipDefaultLibCheck: true,
      target: 'es2022',
      noEmit: true,
      declaration: true,
      // Resolves dependencies of our library in this project, not in the linked repository.
      preserveSymlinks: true,
      ...options,
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const compiler = join(root, 'node_modules/typescript/lib/tsc.js')
    expect(await outputOf(process.execPath, [compiler, '-p', project], project)).toBe('')
  })

  test('can be bundled for a browser as it is', async () => {
    const names = ['', '/client', '/memory', '/testing', '/browser', '/browser/testing', '/browser/worker']
    const source = names.map((name, at) => `export * as entry${at} from 'lettershop${name}'`).join('\n')
    const { outputFiles, warnings } = await build({
      stdin: { contents: source, resolveDir: project },
      bundle: true,
      platform: 'browser',
      format: 'esm',
      write: false,
      logLevel: 'silent',
    })
    expect(warnings).toEqual([])
    // The entry points share one class, so that `instanceof` works.
    expect(outputFiles[0]!.text.match(/\bname = "ApiError"/g)).toHaveLength(1)
  })

  test('runs the examples of the README and the guides', async () => {
    expect(examples().length).toBeGreaterThan(1)
    for (const at of examples().keys()) await outputOf(process.execPath, [`example-${at}.ts`], project)
  })

  test('has the program, which runs the demo', async () => {
    const program = join(project, 'node_modules/lettershop', manifest.bin.lettershop!)
    expect(await outputOf(process.execPath, [program, 'version'], project)).toMatch(/^lettershop \d/)
    const output = await outputOf(
      process.execPath,
      [program, 'demo', '--exit', '--port', '0', '--json'],
      project,
    )
    expect(JSON.parse(output).items).toBe(12)
  })
})
