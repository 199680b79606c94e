import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operations } from '../src/core/app/operations.ts'
import type { Operation } from '../src/core/engine/operation.ts'
import { functionsOf, layerViolations } from './support/architecture.ts'
import { bundleForBrowser } from './support/browser-bundle.ts'
import { circlesOf, graphOfFolders, importGraph, layersBroken } from './support/import-graph.ts'
import { filesBelow, read, sourcesOf } from './support/source-files.ts'

const root = join(import.meta.dirname, '..')

/** Exceptions, each with its reason. These lists only shrink. */
const longFiles: Record<string, string> = {}
const longFunctions: Record<string, string> = {}
/** A workbook is stored as CSV, and the CSV of an export can be written as a workbook. */
const foldersInCircles = [['src/adapters/csv', 'src/adapters/xlsx']]

describe('layers', () => {
  test('no file of src imports what its layer may not, and core reads no time, chance or machine', () => {
    const violations = filesBelow('src').flatMap((file) => layerViolations(file, read(file)))
    expect(violations.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([])
  })

  test.each([
    ['a Node built-in', `import { readFileSync } from 'node:fs'`],
    ['a Node built-in on demand', `const fs = await import('node:fs')`],
    ['Kysely', `import { Kysely } from 'kysely'`],
    ['h3', `export { H3 } from 'h3'`],
    ['an adapter', `import { x } from '../adapters/memory/clock.ts'`],
    ['the time', 'const now = Date.now()'],
    ['the time as a date', 'const now = new Date()'],
    ['the time through ulid', `import { ulid } from 'ulid'`],
    ['the time through cuid2', `import { createId } from '@paralleldrive/cuid2'`],
    ['chance', 'const x = Math.random()'],
    ['a timer', 'setTimeout(() => {}, 10)'],
    ['the environment', 'const x = process.env.HOME'],
    ['the network', `await fetch('https://example.org')`],
  ])('core is refused %s', (_what, source) => {
    expect(layerViolations('src/core/sample.ts', source)).not.toEqual([])
  })

  test.each([
    [
      'server importing an adapter',
      'src/server/sample.ts',
      `import { x } from '../adapters/memory/clock.ts'`,
    ],
    [
      'an adapter importing the server',
      'src/adapters/sql/sample.ts',
      `import { x } from '../../server/app.ts'`,
    ],
    ['an adapter reading the environment', 'src/adapters/sql/sample.ts', 'const x = process.env.HOME'],
    ['the client importing Node', 'src/client/sample.ts', `import { x } from 'node:crypto'`],
    ['the typesetter importing Node', 'src/typesetting/sample.ts', `import { x } from 'node:crypto'`],
    [
      'the typesetter importing a platform',
      'src/typesetting/sample.ts',
      `import { x } from '#platform/text'`,
    ],
    [
      'the typesetter importing an adapter',
      'src/typesetting/sample.ts',
      `import { x } from '../adapters/pdf/compile.ts'`,
    ],
  ])('%s is refused', (_what, file, source) => {
    expect(layerViolations(file, source)).not.toEqual([])
  })

  test('core is allowed everything else', () => {
    const source = `import * as v from 'valibot'
      import { monotonicFactory } from 'ulid'
      import type { Clock } from './ports/clock.ts'
      const day = (clock: Clock) => new Date(clock.now()).toISOString()
      const parse = ({ process }: { process: (x: string) => string }) => process('x')`
    expect(layerViolations('src/core/sample.ts', source)).toEqual([])
  })
})

describe('imports, including those of types', () => {
  const files = ['src', 'bin', 'scripts'].flatMap((folder) => filesBelow(folder))
  const graph = importGraph(sourcesOf(files))

  test('no file of src, bin and scripts imports itself indirectly', () => {
    expect(circlesOf(graph)).toEqual([])
  })

  test('every file of the core is in a layer, and imports no later one', () => {
    expect(layersBroken(graph)).toEqual([])
  })

  test('sibling folders of src import one another in one direction', () => {
    const ofSource = [...graph].filter(([file]) => file.startsWith('src/'))
    expect(circlesOf(graphOfFolders(new Map(ofSource)))).toEqual(foldersInCircles)
  })

  const imports = {
    'of a value': `import { x } from './b.ts'`,
    'of a type': `import type { X } from './b.ts'`,
    'passed on': `export { x } from './b.ts'`,
    'on demand': `const b = await import('./b.ts')`,
    'in the place of a type': `type X = import('./b.ts').X`,
  }
  test.each(Object.entries(imports))('a cycle through an import %s is detected', (_what, text) => {
    const sources = new Map([
      ['src/a.ts', text],
      ['src/b.ts', `import { c } from './below/c.ts'`],
      ['src/below/c.ts', `import { a } from '../a.ts'`],
      ['src/d.ts', `import { a } from './a.ts'`],
    ])
    expect(circlesOf(importGraph(sources))).toEqual([['src/a.ts', 'src/b.ts', 'src/below/c.ts']])
  })

  test('upward imports, files outside the layers and cyclic folders are detected', () => {
    const sources = new Map([
      ['src/core/engine/a.ts', `import type { B } from '../features/items/b.ts'`],
      ['src/core/features/items/b.ts', `import { c } from '../runs/c.ts'`],
      ['src/core/features/items/d.ts', ''],
      ['src/core/features/runs/c.ts', `import { d } from '../items/d.ts'`],
      ['src/core/loose.ts', ''],
    ])
    const seen = importGraph(sources)
    expect(layersBroken(seen)).toEqual([
      'src/core/engine/a.ts imports src/core/features/items/b.ts, which is in a later layer',
      'src/core/loose.ts is in none of the layers messages, kernel, address, template, model, ports, engine, features, app',
    ])
    expect(circlesOf(graphOfFolders(seen))).toEqual([['src/core/features/items', 'src/core/features/runs']])
  })
})

describe('the portal', () => {
  const files = filesBelow('portal/src', /\.(ts|svelte)$/).filter((file) => !/\.gen\.(d\.)?ts$/.test(file))

  /** The parts of `src` that the portal may run: the template and address rules, and the typesetter. */
  const shared = /^src\/(?:core\/(?:template|address)|typesetting)\//
  /** The only modules of the portal that name files of `src`. */
  const isEntry = (file: string) => file.startsWith('portal/src/lettershop/')
  const outside = (file: string, text: string): string[] =>
    [...text.matchAll(/(import|export)\s+(type\s)?[^'"`]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g)]
      .map(([, , type, from, late]) => ({ type, path: join(file, '..', from ?? late!) }))
      .filter(({ type, path }) => !path.startsWith(type ? 'portal/' : 'portal/src/'))
      .filter(({ type, path }) => !isEntry(file) || !(type || shared.test(path)))
      .map(({ path }) => `${file} imports ${path}`)

  test('is an API client like any other: it has the template and address rules and the typesetter from named entries, and no value of other parts', () => {
    expect(files.flatMap((file) => outside(file, read(file)))).toEqual([])
  })

  test('uses each name of its entries', () => {
    const names = files
      .filter(isEntry)
      .flatMap((file) =>
        [...read(file).matchAll(/\{([^}]+)\} from/g)].flatMap(([, list]) => list!.split(',')),
      )
      .map((name) => name.trim().replace(/^type /, ''))
      .filter(Boolean)
    const users = files.filter((file) => !isEntry(file)).map(read)
    const isUsed = (name: string) =>
      users.some((text) => text.includes("'#lettershop/") && new RegExp(`\\b${name}\\b`).test(text))
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !isUsed(name))).toEqual([])
  })

  test.each([
    ['lettershop', `export { x } from '../../../src/core/template/publish-rules.ts'`, []],
    ['lettershop', `export { x } from '../../../src/typesetting/text/text-layout.ts'`, []],
    ['lettershop', `export { x } from '../../../src/core/address/lines.ts'`, []],
    ['lettershop', `export type { Finding } from '../../../src/core/kernel/finding.ts'`, []],
    ['lettershop', `export { x } from '../../../src/core/kernel/money.ts'`, ['src/core/kernel/money.ts']],
    ['lettershop', `export * from '../../../src/adapters/pdf/index.ts'`, ['src/adapters/pdf/index.ts']],
    ['editor', `import { y } from '../ui/Button.svelte'`, []],
    ['editor', `import { z } from '#lettershop/template'`, []],
    ['editor', `import { x } from '../../../src/core/template/zones.ts'`, ['src/core/template/zones.ts']],
    [
      'editor',
      `import type { X } from '../../../src/core/kernel/finding.ts'`,
      ['src/core/kernel/finding.ts'],
    ],
    ['editor', `const x = await import('../../../src/client/index.ts')`, ['src/client/index.ts']],
  ])('in %s, %s is detected as such', (folder, text, paths) => {
    const file = `portal/src/${folder}/sample.ts`
    expect(outside(file, text)).toEqual(paths.map((path) => `${file} imports ${path}`))
  })

  test('waits for the texts of every screen, and of every part, that it loads', () => {
    const early = /import\(\s*'[^']+\.svelte'\s*,?\s*\)(?!\s*\.then\(worded\))/
    expect(files.filter((file) => early.test(read(file)))).toEqual([])
  })

  test('turns no text into HTML or code', () => {
    const makes =
      /\{@html|\b(?:innerHTML|outerHTML|insertAdjacentHTML|srcdoc|createHTML|createScript)\b|document\.write|\beval\(|\bnew Function\b|javascript:/
    expect(files.filter((file) => makes.test(read(file)))).toEqual([])
  })

  test('starts workers in one place, which has the only Trusted Types policy: for URLs of its own scripts', () => {
    const starts = /\bcreatePolicy\b|\bnew (?:Shared)?Worker\b|\bserviceWorker\b/
    expect(files.filter((file) => starts.test(read(file)))).toEqual(['portal/src/shell/worker.ts'])
  })

  test('keeps its files under 300 lines', () => {
    expect(files.filter((file) => read(file).split('\n').length > 300)).toEqual([])
  })
})

describe('folders', () => {
  test.each(['src/core', 'src/typesetting', 'src/adapters', 'src/server', 'bin', 'test', 'bench'])(
    'ARCHITECTURE.md names every folder of %s',
    (folder) => {
      const text = read('ARCHITECTURE.md')
      const rooms = readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) =>
        entry.isDirectory(),
      )
      expect(rooms.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual(
        [],
      )
    },
  )

  test('every operation is in a module named after its noun, and in the registry', async () => {
    const declared: string[] = []
    for (const file of filesBelow('src/core/features').filter((path) =>
      /\/operations\/(?!index)/.test(path),
    )) {
      for (const value of Object.values(await import(join(root, file)))) {
        if (!operations.includes(value as Operation)) continue
        const { id } = value as Operation
        declared.push(id)
        const noun = id.split('.')[0]!.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
        expect(basename(file, '.ts').startsWith(noun), `${id} in ${file}`).toBe(true)
      }
      expect(read(file).match(/\bdefineOperation\(/g)?.length ?? 0, file).toBeGreaterThan(0)
    }
    expect(declared.sort()).toEqual(operations.map(({ id }) => id).sort())
  })
})

describe('in a browser', () => {
  /**
   * Limits in kilobytes of gzip: what a page loads at start, all that it may load in English, which grows with
   * the operations, and what each other language adds.
   */
  const sizes = { 'src/browser.ts': { start: 206, all: 915, language: 3 } }

  test.each(Object.entries(sizes))(
    '%s needs no Node modules, and can be bundled unchanged',
    async (entry, limits) => {
      const { startBytes, bytes, languageBytes, warnings } = await bundleForBrowser([entry])
      expect(warnings).toEqual([])
      expect(startBytes(entry)).toBeLessThan(limits.start * 1024)
      expect(bytes).toBeLessThan(limits.all * 1024)
      expect([...languageBytes.keys()].sort()).toEqual(['de', 'fr', 'nl'])
      for (const [language, of] of languageBytes) expect(of, language).toBeLessThan(limits.language * 1024)
    },
  )

  test('imports of Node modules are detected', async () => {
    await expect(bundleForBrowser(['src/index.ts'])).rejects.toThrow('Could not resolve "node:')
  })

  test.each(['lettershop', 'public', 'memory', 'lazy-renderer', 'testing/lettershop'])(
    'src/%s.ts names no platform',
    async (name) => {
      expect((await bundleForBrowser([`src/${name}.ts`])).warnings).toEqual([])
    },
  )

  test('no file that a browser may load uses a global of Node', () => {
    const platformFree = [
      'src/core',
      'src/typesetting',
      'src/client',
      'src/testing',
      'src/adapters/web',
      'src/adapters/platform/web',
    ]
    const shared = ['memory', 'pdf', 'csv', 'xml', 'totp'].map((name) => `src/adapters/${name}`)
    const files = [...platformFree, ...shared]
      .flatMap((folder) => filesBelow(folder))
      .filter(
        (file) =>
          !file.startsWith('src/adapters/pdf/isolated-process/') && !file.endsWith('resources.embedded.ts'),
      )
    const uses = files.filter((file) =>
      /(?<![\w.'/])(?:Buffer|setImmediate|process)[.(]|from 'node:/.test(
        read(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''),
      ),
    )
    expect(uses).toEqual([])
  })
})

describe('sizes', () => {
  const files = ['src', 'bin', 'test']
    .flatMap((folder) => filesBelow(folder))
    .filter((file) => !file.endsWith('.gen.ts'))

  test('files stay under 600 lines', () => {
    const long = files.filter((file) => read(file).split('\n').length >= 600)
    expect(long).toEqual(Object.keys(longFiles))
  })

  test('functions stay under 60 lines', () => {
    const long = files
      .filter((file) => !file.startsWith('test/'))
      .flatMap((file) =>
        functionsOf(file, read(file))
          .filter((entry) => entry.lines >= 60)
          .map((entry) => `${file} ${entry.name}`),
      )
    expect(long).toEqual(Object.keys(longFunctions))
  })
})
