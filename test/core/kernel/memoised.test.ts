import { expect, test } from 'vitest'
import { memoised } from '../../../src/core/kernel/text.ts'

const counted = () => {
  const computed: string[] = []
  const lengthOf = memoised((text) => {
    computed.push(text)
    return text === '' ? undefined : text.length
  })
  return { computed, lengthOf }
}

test('a text is computed once, even if the result is undefined', () => {
  const { computed, lengthOf } = counted()
  expect(['ab', '', 'ab', '', 'a'].map(lengthOf)).toEqual([2, undefined, 2, undefined, 1])
  expect(computed).toEqual(['ab', '', 'a'])
})

test.each([
  [200, 1],
  [201, 2],
])('a text of %i characters is computed %i times', (length, times) => {
  const { computed, lengthOf } = counted()
  for (const text of ['x'.repeat(length), 'x'.repeat(length)]) lengthOf(text)
  expect(computed).toHaveLength(times)
})

test('a thousand results are cached', () => {
  const { computed, lengthOf } = counted()
  for (let number = 0; number < 1000; number++) lengthOf(String(number))
  lengthOf('0')
  expect(computed).toHaveLength(1000)
  lengthOf('1000')
  lengthOf('0')
  expect(computed).toHaveLength(1002)
})
