import { expect, test } from 'vitest'
import { memoised } from '../../../src/core/kernel/text.ts'

const counted = () => {
  const asked: string[] = []
  const lengthOf = memoised((text) => {
    asked.push(text)
    return text === '' ? undefined : text.length
  })
  return { asked, lengthOf }
}

test('a text is computed once, even if the result is undefined', () => {
  const { asked, lengthOf } = counted()
  expect(['ab', '', 'ab', '', 'a'].map(lengthOf)).toEqual([2, undefined, 2, undefined, 1])
  expect(asked).toEqual(['ab', '', 'a'])
})

test.each([
  [200, 1],
  [201, 2],
])('a text of %i characters is computed %i times', (length, times) => {
  const { asked, lengthOf } = counted()
  for (const text of ['x'.repeat(length), 'x'.repeat(length)]) lengthOf(text)
  expect(asked).toHaveLength(times)
})

test('a thousand results are cached', () => {
  const { asked, lengthOf } = counted()
  for (let number = 0; number < 1000; number++) lengthOf(String(number))
  lengthOf('0')
  expect(asked).toHaveLength(1000)
  lengthOf('1000')
  lengthOf('0')
  expect(asked).toHaveLength(1002)
})
