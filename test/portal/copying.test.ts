import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { copyingOf } from '../../portal/src/screens/postbatches/copying.ts'

describe('a mailing that copies the recipients of another', () => {
  test.each([
    ['is no copy', null, undefined],
    ['is not loaded yet', undefined, undefined],
    ['continues', { isDone: false, failureCode: null }, 'goes_on'],
    ['stopped, and is not polled forever', { isDone: false, failureCode: 'permission_withdrawn' }, 'stopped'],
    ['is done', { isDone: true, failureCode: null }, undefined],
  ] as const)('%s', (_what, copy, expected) => {
    expect(copyingOf(copy)).toBe(expected)
  })

  test('can be cancelled after it stopped, as its text says', () => {
    const screen = readFileSync('portal/src/screens/postbatches/Postbatch.svelte', 'utf8')
    const stopped = screen.split("copying === 'stopped'}")[1]!.split('{:else if')[0]!
    expect(stopped).toContain('copyStopped')
    expect(stopped).toContain('isCancelling = true')
    const mailing = readFileSync('portal/src/screens/postbatches/mailing.svelte.ts', 'utf8')
    expect(mailing).toContain("copying === 'goes_on' ||")
  })
})
