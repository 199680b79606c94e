import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FONTS_KB } from '../../portal/e2e/first-visit.ts'

const portal = join(import.meta.dirname, '../../portal')
const read = (path: string): string => readFileSync(join(portal, path), 'utf8')
const tokens = read('src/styles/tokens.css')

const themes = ['light', 'dark'] as const

/** Colours that differ between the themes, by token. */
const coloursOf = (css: string): Record<string, Record<(typeof themes)[number], string>> =>
  Object.fromEntries(
    [...css.matchAll(/--([\w-]+):\s*light-dark\((#\w{6}),\s*(#\w{6})\)/g)].map(([, name, light, dark]) => [
      name!,
      { light: light!, dark: dark! },
    ]),
  )

/** Relative luminance as WCAG defines it. */
const luminance = (hex: string): number => {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

const contrast = (one: string, other: string): number => {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter! + 0.05) / (darker! + 0.05)
}

const surfaces = ['desk', 'paper', 'card', 'raised']
const dots = ['good-dot', 'warn-dot', 'bad-dot', 'info-dot']
const charts = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5']

/** Texts on each surface where they may be used. */
const texts: Readonly<Record<string, readonly string[]>> = {
  ink: [...surfaces, 'stage', 'stage-light', 'hover', 'selected'],
  'ink-2': ['desk', 'paper', 'raised', 'stage', 'hover', 'selected', 'sunken'],
  'ink-3': [...surfaces, 'stage', 'stage-light', 'hover', 'sunken', 'plain-soft'],
  accent: [...surfaces, 'accent-soft', 'selected', 'stage'],
  good: [...surfaces, 'good-soft'],
  warn: [...surfaces, 'warn-soft'],
  bad: [...surfaces, 'bad-soft'],
  info: [...surfaces, 'info-soft'],
  test: [...surfaces, 'test-soft'],
  live: ['paper', 'raised', 'desk', 'live-soft'],
  stamp: [...surfaces, 'stamp-soft'],
  'plain-ink': ['plain-soft'],
  'primary-ink': ['primary', 'primary-hover'],
  'stamp-ink': ['stamp-fill', 'stamp-hover'],
  'accent-ink': ['accent'],
  'danger-ink': ['danger-fill'],
}
/** Borders of fields, the focus ring, icons of states and charts. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  'line-strong': ['paper', 'desk'],
  focus: ['paper', 'desk'],
  ...Object.fromEntries(dots.map((dot) => [dot, ['paper']])),
  ...Object.fromEntries(charts.map((chart) => [chart, ['paper', 'card']])),
}

/** Describes every pair of a style sheet whose contrast is too low. */
const tooWeak = (css: string): string[] => {
  const colours = coloursOf(css)
  const below = (pairs: typeof texts, least: number) =>
    Object.entries(pairs).flatMap(([front, backs]) =>
      backs.flatMap((back) =>
        themes.flatMap((theme) => {
          const ratio = contrast(colours[front]![theme], colours[back]![theme])
          return ratio < least ? [`${front} on ${back}, ${theme}: ${ratio.toFixed(2)} of ${least}`] : []
        }),
      ),
    )
  return [...below(texts, 4.5), ...below(shapes, 3)]
}

describe('contrast', () => {
  test('is at least 4.5:1 for texts, and 3:1 for lines, icons and charts, in both themes', () => {
    expect(tooWeak(tokens)).toEqual([])
  })

  test.each([
    ['--ink-3: light-dark(#63676f', '--ink-3: light-dark(#7a7e86', 'ink-3 on paper, light'],
    [
      '--accent: light-dark(#2c4fd6, #9db4ff',
      '--accent: light-dark(#2c4fd6, #5d78d0',
      'accent on card, dark',
    ],
    ['--line-strong: light-dark(#8b8a84', '--line-strong: light-dark(#a5a49e', 'line-strong on desk, light'],
  ])('%s is refused if it becomes %s', (value, weaker, pair) => {
    expect(tokens.includes(value)).toBe(true)
    expect(tooWeak(tokens.replace(value, weaker)).join('\n')).toContain(pair)
  })
})

describe('motion', () => {
  const durations = ['fast', 'enter', 'turn', 'post']

  test('takes no time for users who prefer less', () => {
    const [, reduced] = /@media \(prefers-reduced-motion: reduce\) \{(.*?)\n\}/s.exec(tokens)!
    for (const name of durations) {
      expect(tokens).toMatch(new RegExp(`--${name}: [1-9]\\d*ms;`))
      expect(reduced).toContain(`--${name}: 0ms;`)
    }
  })

  test('has the durations of the tokens, or a rule for these users', () => {
    const wrong = globSync('src/**/*.{svelte,css}', { cwd: portal }).filter((file) => {
      const css = read(file)
      const timed = css.match(/(?<![\w-])(?:transition|animation)(?:-duration)?:[^;]*\d\w*s\b[^;]*;/g)
      return timed !== null && !css.includes('prefers-reduced-motion')
    })
    expect(wrong).toEqual([])
  })
})

describe('fonts', () => {
  const folder = 'src/styles/fonts'
  const files = globSync('*.woff2', { cwd: join(portal, folder) }).sort()
  const faces = read('src/styles/fonts.css').match(/@font-face \{.*?\n\}/gs)!

  test('each file has one face, which never hides a text', () => {
    expect(faces.map((face) => /fonts\/(.*?)"/.exec(face)![1]).sort()).toEqual(files)
    for (const face of faces) {
      expect(face).toContain('font-display: swap;')
      expect(face).toContain('unicode-range:')
    }
  })

  test('a page in European languages loads little; the headline’s rarer letters come on demand', () => {
    const usual = files.filter((file) => file !== 'newsreader-latin-ext.woff2')
    const bytes = usual.reduce((total, file) => total + statSync(join(portal, folder, file)).size, 0)
    expect(bytes / 1024).toBeLessThan(FONTS_KB)
  })

  test('only the font of working text is preloaded', () => {
    expect(read('index.html').match(/rel="preload" href="[^"]*/g)).toEqual([
      'rel="preload" href="/src/styles/fonts/geist-latin.woff2',
    ])
  })
})
