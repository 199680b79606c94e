import { describe, expect, test } from 'vitest'
import { type Module, planFiles, startFile } from '../../portal/chunks.ts'

/** A module: the static imports, the dynamic ones, and the length of its code. */
type Given = readonly [imports: string, parts: string, length: number]

/** Plans the files of a program that starts in `main`. */
const plan = (modules: Readonly<Record<string, Given>>, visits: readonly RegExp[] = []) => {
  const words = (text: string) => text.split(' ').filter(Boolean)
  const lookup = (id: string): Module | null => {
    const [imports, parts, length] = modules[id] ?? ['', '', 0]
    return {
      importedIds: words(imports),
      dynamicallyImportedIds: words(parts),
      code: 'x'.repeat(length),
    }
  }
  const files = planFiles({ main: 'main', isAlways: (id) => id === 'table', visits }, lookup)
  return (id: string) => files.get(id)
}

describe('the files of the portal', () => {
  test('are the start, a file for each part, and files that parts share', () => {
    const fileOf = plan({
      main: ['svelte', 'home desk', 100],
      home: ['button words', '', 100],
      words: ['', '', 100],
      desk: ['button table', '', 100],
      table: ['rows', '', 100],
      button: ['svelte', '', 100],
    })
    expect(['main', 'svelte', 'table', 'rows'].map(fileOf)).toEqual(Array(4).fill(startFile))
    expect([fileOf('home'), fileOf('words'), fileOf('desk')]).toEqual(['home', 'home', 'desk'])
    expect(fileOf('button')).toBe('shared-0')
  })

  test('are few: small modules are in one file although some parts need only some of them', () => {
    const fileOf = plan({
      main: ['', 'a b c', 100],
      a: ['one two three', '', 100],
      b: ['one two', '', 100],
      c: ['one three', '', 100],
      one: ['', '', 500],
      two: ['', '', 500],
      three: ['', '', 500],
    })
    expect(new Set(['one', 'two', 'three'].map(fileOf)).size).toBe(1)
  })

  const withEditor: Readonly<Record<string, Given>> = {
    main: ['', 'a b c', 100],
    a: ['small large', '', 100],
    b: ['small large', '', 100],
    c: ['small', '', 100],
    small: ['', '', 500],
    large: ['', '', 100_000],
  }

  test('leave large modules apart from those that more parts need', () => {
    const fileOf = plan(withEditor)
    expect(fileOf('small')).not.toBe(fileOf('large'))
  })

  test('add little to a first visit, which counts more than other visits', () => {
    const lighter = { ...withEditor, large: ['', '', 20_000] as const }
    expect(plan(lighter)('small')).toBe(plan(lighter)('large'))
    const fileOf = plan(lighter, [/^c$/])
    expect(fileOf('small')).not.toBe(fileOf('large'))
  })

  test('lead to no large file through another file that a part needs', () => {
    // With `first` and `second` in one file, `a` would load `large` too, which only `second` imports.
    const others = ['d', 'e', 'f', 'g', 'h']
    const fileOf = plan({
      main: ['', `a b c ${others.join(' ')}`, 100],
      a: ['first', '', 100],
      b: ['first second', '', 100],
      c: ['second', '', 100],
      ...Object.fromEntries(others.map((id): [string, Given] => [id, ['large', '', 100]])),
      first: ['', '', 100],
      second: ['large', '', 5000],
      large: ['', '', 100_000],
    })
    expect(fileOf('first')).not.toBe(fileOf('second'))
  })

  test('never import each other in a circle', () => {
    // With `first` and `last` in one file, it would import the file of `middle`, which imports it.
    const fileOf = plan({
      main: ['', 'a b c d', 100],
      a: ['first', '', 100],
      b: ['first', '', 100],
      c: ['middle', '', 100],
      d: ['last', '', 100],
      first: ['middle', '', 100],
      middle: ['last', '', 200_000],
      last: ['', '', 100],
    })
    const isOne = fileOf('first') === fileOf('last')
    expect(isOne && fileOf('middle') !== fileOf('first')).toBe(false)
  })
})
