import { describe, expect, test } from 'vitest'
import { meantCode } from '../../portal/src/screens/postbatches/meant-code.ts'

describe('a postal code that was probably meant', () => {
  test.each([
    ['a letter O for a zero', '1O17 AB', '1012 AB', { code: '1017 AB', typed: 'O' }],
    ['written together, in small letters', '1o17ab', '1012 AB', { code: '1017 AB', typed: 'O' }],
    ['a letter l for a one', 'l017 AB', '1012 AB', { code: '1017 AB', typed: 'L' }],
    ['a zero for a letter O', 'SW1A 0AA'.replace('A 0', '0 0'), 'SW1A 1AA', { code: 'SW1O 0AA', typed: '0' }],
    ['in a country of digits', '1O115', '10115', { code: '10115', typed: 'O' }],
  ])('%s', (_what, typed, example, meant) => {
    expect(meantCode(typed, example)).toEqual(meant)
  })

  test.each([
    ['what is right', '1017 AB', '1012 AB'],
    ['what is too short', '1O1 AB', '1012 AB'],
    ['another letter for a digit', '1X17 AB', '1012 AB'],
    ['a sign that is in no code', '1O1? AB', '1012 AB'],
    ['no example', '1O17 AB', ''],
  ])('is not guessed of %s', (_what, typed, example) => {
    expect(meantCode(typed, example)).toBeUndefined()
  })
})
