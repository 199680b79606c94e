import { describe, expect, test } from 'vitest'
import { countValues } from '../../../src/core/kernel/json.ts'

const encoder = new TextEncoder()
const count = (text: string, enough = Number.POSITIVE_INFINITY) => countValues(encoder.encode(text), enough)

describe('names and values of a JSON text', () => {
  test.each([
    ['', 0],
    [' \n ', 0],
    ['1', 1],
    ['-1.5e300', 1],
    ['"text"', 1],
    ['true', 1],
    ['[]', 1],
    ['{}', 1],
    ['[1,2,3]', 4],
    ['[ 1 , 2 , 3 ]', 4],
    ['{"a":1}', 3],
    ['{"a":"b","c":[null,{}]}', 7],
    ['["a,b","[1,2]","{:}"]', 4],
    [String.raw`["\"","\\","\\\",1"]`, 4],
    ['["💌","é"]', 3],
    // Invalid JSON is counted by what looks like a value.
    ['[[[[', 4],
    ['"" "" ""', 3],
    ['"never ends, 1, 2', 1],
    [',,,', 0],
  ])('%s: %d', (text, expected) => {
    expect(count(text)).toBe(expected)
  })

  test('are counted only up to the limit', () => {
    expect(count(`[${'1,'.repeat(1000)}1]`, 10)).toBe(11)
  })
})
