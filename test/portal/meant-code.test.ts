import { describe, expect, test } from 'vitest'
import { meantCode } from '../../portal/src/screens/postbatches/meant-code.ts'

describe('a postal code that was probably meant', () => {
  test.each([
    ['a letter O for a zero', '1O17 AB', '1012 AB', { code: '1017 AB', typed: 'O' }],
    ['without a space, in small letters', '1o17ab', '1012 AB', { code: '1017 AB', typed: 'O' }],
    ['a letter l for a one', 'l017 AB', '1012 AB', { code: '1017 AB', typed: 'L' }],
    ['a zero for a letter O', 'SW1A 0AA'.replace('A 0', '0 0'), 'SW1A 1AA', { code: 'SW1O 0AA', typed: '0' }],
    ['in a country with digits only', '1O115', '10115', { code: '10115', typed: 'O' }],
  ])('%s', (_what, typed, example, meant) => {
    expect(meantCode(typed, example)).toEqual(meant)
  })

  test.each([
    ['a valid code', '1017 AB', '1012 AB'],
    ['a code that is too short', '1O1 AB', '1012 AB'],
    ['another letter in place of a digit', '1X17 AB', '1012 AB'],
    ['a character that no code contains', '1O1? AB', '1012 AB'],
    ['no example', '1O17 AB', ''],
  ])('is not suggested for %s', (_what, typed, example) => {
    expect(meantCode(typed, example)).toBeUndefined()
  })
})
