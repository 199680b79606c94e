import { expect, test } from 'vitest'
import { groupsOf } from '../../portal/src/ui/finding-groups.ts'

const box = (x: number) => ({ x, y: 10, w: 20, h: 5 })
const found = (text: string, page: number | undefined, x = 0, severity: 'error' | 'warning' = 'warning') => ({
  ...{ severity, text },
  ...(page === undefined ? {} : { page, box: box(x) }),
})
const gathered = (findings: readonly ReturnType<typeof found>[]) =>
  groupsOf(findings, ({ text }) => text).map(
    ({ sentence, findings: own }) => `${sentence}: ${own.map(({ box }) => box?.x ?? '-').join(' ')}`,
  )

test.each([
  ['none', [], []],
  ['equal ones of a page, with their places', [found('thin', 1, 5), found('thin', 1, 9)], ['thin: 5 9']],
  ['those of two pages separately', [found('thin', 1, 5), found('thin', 2, 9)], ['thin: 5', 'thin: 9']],
  [
    'others between them',
    [found('thin', 1, 5), found('dark', 1, 2), found('thin', 1, 9)],
    ['thin: 5 9', 'dark: 2'],
  ],
  [
    'errors separately from warnings',
    [found('thin', 1, 5, 'error'), found('thin', 1, 9)],
    ['thin: 5', 'thin: 9'],
  ],
  ['those without a place', [found('no printer', undefined)], ['no printer: -']],
])('findings are grouped: %s', (_what, findings, expected) => {
  expect(gathered(findings)).toEqual(expected)
})
