import { describe, expect, test } from 'vitest'
import { evaluationGraph, reachedFrom, startFiles } from './support/import-graph.ts'
import { filesBelow, sourcesOf } from './support/source-files.ts'

describe('starting the program', () => {
  const evaluated = (sources: ReadonlyMap<string, string>, starts: readonly string[]) => [
    ...reachedFrom(evaluationGraph(sources), starts),
  ]
  const late =
    /^src\/core\/features\/[^/]+\/(?:operations|jobs)\/|^src\/core\/messages\/(?!en\/)\w+\/|^src\/adapters\/(?:postgres|blobs-s3\/blobs)/

  test('evaluates no operation, no job, no language but English and no adapter of other stores', () => {
    const files = [...filesBelow('src'), ...filesBelow('bin')]
    const all = evaluated(sourcesOf(files), startFiles)
    expect(all.filter((file) => late.test(file))).toEqual([])
    expect(all.length).toBeLessThan(300)
  })

  test.each([
    ['of a value', `import { b } from './b.ts'`, ['a.ts', 'b.ts', 'c.ts']],
    ['of a type', `import type { B } from './b.ts'`, ['a.ts']],
    ['on demand', `const b = await import('./b.ts')`, ['a.ts']],
    ['re-exported', `export { b } from './b.ts'`, ['a.ts', 'b.ts', 'c.ts']],
  ])('an import %s is followed if it is evaluated', (_what, text, expected) => {
    const sources = new Map([
      ['a.ts', text],
      ['b.ts', `import './c.ts'`],
      ['c.ts', ''],
    ])
    expect(evaluated(sources, ['a.ts'])).toEqual(expected)
  })
})
